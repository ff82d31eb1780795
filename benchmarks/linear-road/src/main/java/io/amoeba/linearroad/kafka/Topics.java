package io.amoeba.linearroad.kafka;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The topics of a run on a broker. Immutable.
 *
 * @param run suffix of the names, which keeps runs on one broker apart
 * @param partitions of input and answers; rejected lines have one
 */
public record Topics(String bootstrapServers, String run, int partitions) {
  private static final long TIMEOUT_SECONDS = 30;

  /** Name of the topic of the input. */
  public String input() {
    return "linear-road-input" + run;
  }

  /** Name of the topic of the answers. */
  public String answers() {
    return "linear-road-answers" + run;
  }

  /** Name of the topic of input lines that the job did not accept. */
  public String rejected() {
    return "linear-road-rejected" + run;
  }

  /** Creates all of them; records carry the time at which the broker appended them. */
  public void create() {
    Map<String, String> config = Map.of(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
    change(
        "create topics",
        admin ->
            admin
                .createTopics(
                    List.of(
                        new NewTopic(input(), partitions, (short) 1).configs(config),
                        new NewTopic(answers(), partitions, (short) 1).configs(config),
                        new NewTopic(rejected(), 1, (short) 1).configs(config)))
                .all());
  }

  /** Deletes all of them. */
  public void delete() {
    change(
        "delete topics",
        admin -> admin.deleteTopics(List.of(input(), answers(), rejected())).all());
  }

  private void change(String what, Function<Admin, KafkaFuture<Void>> request) {
    try (Admin admin = admin()) {
      await(what, request.apply(admin), TIMEOUT_SECONDS);
    }
  }

  Admin admin() {
    return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
  }

  <T> T await(String what, KafkaFuture<T> answer, long seconds) {
    try {
      return answer.get(seconds, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(
          "Kafka at %s did not %s: %s".formatted(bootstrapServers, what, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for Kafka to " + what, e);
    }
  }
}
