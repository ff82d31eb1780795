package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.execute.migration.KnownServer;
import io.amoeba.coordinator.execute.migration.KnownServer.Health;
import io.amoeba.coordinator.execute.migration.Replication;
import io.amoeba.coordinator.execute.migration.ServerSight;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.ServerMemory;
import io.amoeba.coordinator.plan.migration.ServerAddress;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ServerSightReaderTest {

  private static final ServerAddress HERE = new ServerAddress("127.0.1.4", 7000);

  private static final String NODES =
      """
      aa 127.0.1.1:7000@17000 master - 0 1 4 connected 0-99 [5->-bb]
      bb 127.0.1.2:7000@17000 master,fail? - 0 1 5 connected 100-101
      cc 127.0.1.3:7000@17000 master,fail - 0 1 6 disconnected 102
      dd :0@0 master,noaddr - 0 1 0 disconnected
      ee 127.0.1.5:7000@17000 handshake - 0 1 0 disconnected
      ff 127.0.1.4:7000@17000 myself,slave aa 0 1 4 connected
      """;

  @Test
  void aReplicaTellsOfItsLinkAndHowItSeesTheOthers() {
    ServerSight sight =
        read(
            "cluster_state:ok\r\n",
            "# Replication\r\nrole:slave\r\nmaster_link_status:up\r\nmaster_sync_in_progress:1\r\n"
                + "slave_repl_offset:70\r\nmaster_repl_offset:69\r\nloading:0\r\n# Keyspace\r\n"
                + "db0:keys=12,expires=0,avg_ttl=0\r\n"
                + "used_memory:900\r\nused_memory_startup:500\r\nmaxmemory:1000\r\n");

    assertThat(sight.id()).isEqualTo("ff");
    assertThat(sight.own().primaryId()).isEqualTo("aa");
    assertThat(sight.replication()).isEqualTo(new Replication(true, true, 70));
    assertThat(sight.keys()).isEqualTo(12);
    assertThat(sight.clusterWorks()).isTrue();
    assertThat(sight.memory()).contains(new ServerMemory(900, 400, OptionalLong.of(1_000)));
    assertThat(sight.others())
        .extracting(KnownServer::health)
        .containsExactly(
            Health.GOOD, Health.SUSPECTED, Health.FAILED, Health.SUSPECTED, Health.HANDSHAKE);
    assertThat(sight.others().get(0))
        .isEqualTo(
            new KnownServer(
                "aa",
                new ServerAddress("127.0.1.1", 7000),
                "",
                Health.GOOD,
                4,
                List.of(new HashSlotSpan(0, 99))));
  }

  @Test
  void aServerThatLoadsDoesNotTellItsKeys() {
    ServerSight sight =
        read("cluster_state:fail\r\n", "role:master\r\nmaster_repl_offset:5\r\nloading:1\r\n");

    assertThat(sight.keys()).isEqualTo(-1);
    assertThat(sight.clusterWorks()).isFalse();
    assertThat(sight.memory()).isEmpty();
    assertThat(sight.replication()).isEqualTo(Replication.ofPrimary(5));
  }

  @Test
  void anAnswerWithoutAnOffsetIsNamed() {
    assertThatThrownBy(() -> read("cluster_state:ok", "role:slave\r\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("slave_repl_offset");
  }

  private static ServerSight read(String clusterInfo, String info) {
    return ServerSightReader.read(
        HERE, ClusterNodesLine.parse(NODES, HERE.host()), clusterInfo, info);
  }
}
