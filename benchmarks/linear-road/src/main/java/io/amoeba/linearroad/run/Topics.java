package io.amoeba.linearroad.run;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** The topics of a run; each run has its own broker, so their names are fixed. Stateless. */
final class Topics {
  static final String INPUT = "linear-road-input";
  static final String ANSWERS = "linear-road-answers";
  static final String REJECTED = "linear-road-rejected";

  private static final long TIMEOUT_SECONDS = 30;

  private Topics() {}

  /** Creates all of them; records carry the time at which the broker appended them. */
  static void create(String bootstrapServers, int partitions) {
    Map<String, String> config = Map.of(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(INPUT, partitions, (short) 1).configs(config),
                  new NewTopic(ANSWERS, partitions, (short) 1).configs(config),
                  new NewTopic(REJECTED, 1, (short) 1).configs(config)))
          .all()
          .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("The topics could not be created in Kafka: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the topics were created", e);
    }
  }
}
