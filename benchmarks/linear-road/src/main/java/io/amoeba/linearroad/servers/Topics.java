package io.amoeba.linearroad.servers;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The topics of a run on a broker. Immutable.
 *
 * @param run tells the topics of this run from those of others on the same broker
 */
record Topics(String bootstrapServers, String run) {
  private static final long TIMEOUT_SECONDS = 30;

  String input() {
    return "linear-road-input" + run;
  }

  String answers() {
    return "linear-road-answers" + run;
  }

  String rejected() {
    return "linear-road-rejected" + run;
  }

  /** Creates all of them; records carry the time at which the broker appended them. */
  void create(int partitions) {
    Map<String, String> config = Map.of(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
    await(
        "created",
        admin ->
            admin
                .createTopics(
                    List.of(
                        new NewTopic(input(), partitions, (short) 1).configs(config),
                        new NewTopic(answers(), partitions, (short) 1).configs(config),
                        new NewTopic(rejected(), 1, (short) 1).configs(config)))
                .all()
                .get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
  }

  /** Deletes all of them. */
  void delete() {
    await(
        "deleted",
        admin ->
            admin
                .deleteTopics(List.of(input(), answers(), rejected()))
                .all()
                .get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
  }

  private interface Action {
    void on(Admin admin) throws ExecutionException, InterruptedException, TimeoutException;
  }

  private void await(String what, Action action) {
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
      action.on(admin);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(
          "The topics could not be %s in Kafka at %s: %s".formatted(what, bootstrapServers, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the topics were " + what, e);
    }
  }
}
