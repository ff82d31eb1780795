package io.amoeba.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.redis.RedisClusterServers;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedClusterIT {
  @TempDir Path folder;

  @Test
  void allServersStartTogetherAndLeaveNeitherProcessNorFile() throws Exception {
    List<String> steps = new ArrayList<>();
    List<ProcessHandle> children;

    try (EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .nodes(2)
            .flink(FlinkSettings.of(FlinkVersion.V2_3))
            .redis(RedisSettings.defaults())
            .kafka()
            .parentFolder(folder)
            .progress((name, done, total) -> steps.add(done + "/" + total))
            .start()) {
      children = Leftovers.ownChildren();

      assertThat(steps).containsExactly("1/5", "2/5", "3/5", "4/5", "5/5");
      // Two of Redis, three of Flink, one of Kafka, and the guardian.
      assertThat(children).hasSize(7);
      assertThat(cluster.runFolder()).hasParent(folder);
      assertTopicCanBeCreated(cluster.kafka().bootstrapServers());
    }

    assertThat(children).noneMatch(ProcessHandle::isAlive);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void redisThatIsApartHasItsPrimariesOnOtherHostsAndAnEmptyMemberOnEachNode() {
    try (EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .nodes(2)
            .redisApart(true)
            .redis(RedisSettings.defaults())
            .parentFolder(folder)
            .start()) {
      RedisClusterServers redis = cluster.redis();

      assertThat(redis.servers())
          .extracting(RedisServer::host)
          .containsExactly("127.0.1.3", "127.0.1.4", "127.0.1.1", "127.0.1.2");
      assertThat(redis.servers())
          .extracting(server -> redis.hashSlotsOf(server).size())
          .containsExactly(8_192, 8_192, 0, 0);
    }
  }

  private static void assertTopicCanBeCreated(String bootstrapServers) throws Exception {
    NewTopic topic =
        new NewTopic("numbers", 2, (short) 1)
            .configs(Map.of("message.timestamp.type", "LogAppendTime"));
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
      admin.createTopics(List.of(topic)).all().get(1, TimeUnit.MINUTES);
      assertThat(admin.listTopics().names().get(1, TimeUnit.MINUTES)).containsExactly("numbers");
    }
  }
}
