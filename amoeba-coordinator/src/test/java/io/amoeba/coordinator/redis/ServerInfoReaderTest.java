package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.KnownServer.Health;
import io.amoeba.coordinator.cluster.KnownServer.Pings;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerInfo.Elections;
import io.amoeba.coordinator.cluster.ServerInfo.Replication;
import io.amoeba.coordinator.cluster.ServerMemory;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.WriteGuards.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerInfoReaderTest {

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

  private static final String PRIMARY = "role:master\r\nmaster_repl_offset:5\r\n";

  @Test
  void aReplicaTellsOfItsLinkAndHowItSeesTheOthers() {
    ServerView view =
        read(
            "cluster_state:ok\r\n",
            "# Replication\r\nrole:slave\r\nmaster_link_status:up\r\nmaster_sync_in_progress:1\r\n"
                + "slave_repl_offset:70\r\nmaster_repl_offset:69\r\nloading:0\r\n# Keyspace\r\n"
                + "db0:keys=12,expires=0,avg_ttl=0\r\n"
                + "used_memory:900\r\nused_memory_startup:500\r\nmaxmemory:1000\r\n");

    assertThat(view.id()).isEqualTo("ff");
    assertThat(view.own().primaryId()).isEqualTo("aa");
    assertThat(view.replication()).isEqualTo(new Replication(true, true, 70));
    assertThat(view.keys()).isEqualTo(12);
    assertThat(view.clusterWorks()).isTrue();
    assertThat(view.memory()).contains(new ServerMemory(900, 400, OptionalLong.of(1_000)));
    assertThat(view.others())
        .extracting(KnownServer::health)
        .containsExactly(
            Health.GOOD, Health.SUSPECTED, Health.FAILED, Health.SUSPECTED, Health.HANDSHAKE);
    assertThat(view.others().get(0))
        .isEqualTo(
            new KnownServer(
                "aa",
                new ServerAddress("127.0.1.1", 7000),
                List.of(),
                Set.of("master"),
                "",
                new Pings(0, 1),
                4,
                true,
                List.of(new HashSlotSpan(0, 99))));
  }

  @Test
  void aServerThatLoadsDoesNotTellItsKeys() {
    ServerView view =
        read("cluster_state:fail\r\n", "role:master\r\nmaster_repl_offset:5\r\nloading:1\r\n");

    assertThat(view.keys()).isEqualTo(-1);
    assertThat(view.clusterWorks()).isFalse();
    assertThat(view.memory()).isEmpty();
    assertThat(view.replication()).isEqualTo(Replication.ofPrimary(5));
  }

  @Test
  void anAnswerWithoutAnOffsetIsNamed() {
    assertThatThrownBy(() -> read("cluster_state:ok", "role:slave\r\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("slave_repl_offset");
  }

  @Test
  void aServerTellsOfItsElectionsAndItsTimeouts() {
    ServerView view =
        read(
            "cluster_state:ok\r\ncluster_stats_messages_auth-req_sent:5\r\n"
                + "cluster_stats_messages_auth-ack_sent:2\r\ncluster_stats_messages_sent:70\r\n",
            PRIMARY + "run_id:r1\r\nvalkey_version:8.1.0\r\n",
            Map.of("cluster-node-timeout", "15000", "cluster-manual-failover-timeout", "5000"));

    assertThat(view.elections())
        .isEqualTo(
            new Elections(
                "r1",
                OptionalLong.of(5),
                2,
                Optional.of(Duration.ofSeconds(15)),
                Optional.of(Duration.ofSeconds(5)),
                true));
  }

  @Test
  void aServerThatHasSentNoRequestForVotesDoesNotTellOfThem() {
    assertThat(read("cluster_stats_messages_sent:7\r\n", PRIMARY).elections())
        .isEqualTo(
            new Elections("", OptionalLong.of(0), 0, Optional.empty(), Optional.empty(), false));
    assertThat(read("cluster_state:ok\r\n", PRIMARY).elections().requests())
        .as("no counters at all")
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "redis_version:6.2.11, false",
    "redis_version:8.6.3, false",
    "valkey_version:8.0.9, false",
    "valkey_version:8.1.0, true",
    "valkey_version:9.1.2, true",
  })
  void valkeyForgetsOldElectionsSince81(String version, boolean forgetful) {
    assertThat(read("", PRIMARY + version + "\r\n").elections().forgetful()).isEqualTo(forgetful);
  }

  /** Valkey 9.1 begins its counters again with CONFIG RESETSTAT. */
  @ParameterizedTest
  @CsvSource({
    "redis_version:8.6.3, true",
    "valkey_version:8.0.9, true",
    "valkey_version:8.1.0, false",
    "valkey_version:9.1.2, false",
  })
  void aCounterThatMayHaveBeenResetProvesNoElection(String version, boolean proves) {
    String info = PRIMARY + version + "\r\n";

    assertThat(read("cluster_stats_messages_sent:0\r\n", info).elections().requests())
        .isEqualTo(proves ? OptionalLong.of(0) : OptionalLong.empty());
    assertThat(
            read(
                    "cluster_stats_messages_auth-req_sent:5\r\ncluster_stats_messages_sent:7\r\n",
                    info)
                .elections()
                .requests())
        .hasValue(5);
  }

  @Test
  void aFailedSaveCountsOnlyWhereItStopsWrites() {
    String failed = PRIMARY + "rdb_last_bgsave_status:err\r\naof_enabled:0\r\n";

    assertThat(guards(failed, Map.of())).as("not told").containsExactly(Failure.SAVE);
    assertThat(guards(failed, Map.of("save", "900 1", "stop-writes-on-bgsave-error", "yes")))
        .containsExactly(Failure.SAVE);
    assertThat(guards(failed, Map.of("save", ""))).isEmpty();
    assertThat(guards(failed, Map.of("stop-writes-on-bgsave-error", "no"))).isEmpty();
    assertThat(guards(PRIMARY + "rdb_last_bgsave_status:ok\r\n", Map.of())).isEmpty();
  }

  @Test
  void aFailedWriteOrRewriteOfTheAofCountsOnlyWhereThereIsOne() {
    String failed = "aof_last_write_status:err\r\naof_last_bgrewrite_status:err\r\n";

    assertThat(guards(PRIMARY + "aof_enabled:1\r\n" + failed, Map.of()))
        .containsExactlyInAnyOrder(Failure.AOF_WRITE, Failure.AOF_REWRITE);
    assertThat(guards(PRIMARY + "aof_enabled:0\r\n" + failed, Map.of())).isEmpty();
  }

  @Test
  void replicasThatAreNeededToWriteCountUnlessTheirLagIsZero() {
    assertThat(leastReplicas(Map.of("min-replicas-to-write", "2"))).isEqualTo(2);
    assertThat(leastReplicas(Map.of("min-replicas-to-write", "2", "min-replicas-max-lag", "0")))
        .isZero();
    assertThat(leastReplicas(Map.of())).isZero();
  }

  private static Set<Failure> guards(String info, Map<String, String> settings) {
    return read("", info, settings).writeGuards().failures();
  }

  private static int leastReplicas(Map<String, String> settings) {
    return read("", PRIMARY, settings).writeGuards().leastReplicas();
  }

  private static ServerView read(String clusterInfo, String info) {
    return read(clusterInfo, info, Map.of());
  }

  private static ServerView read(String clusterInfo, String info, Map<String, String> settings) {
    return ClusterNodes.parse(NODES, HERE.host())
        .view(HERE, Optional.of(ServerInfoReader.read(clusterInfo, info, settings)));
  }

  @Test
  void whatIsUsedForOtherThingsThanKeysIsNoData() {
    String info =
        "# Memory\r\nused_memory:10000000\r\nused_memory_human:9.54M\r\nused_memory_startup:1000000\r\n"
            + "maxmemory:20000000\r\nmaxmemory_human:19.07M\r\nmem_clients_normal:200000\r\n"
            + "mem_clients_slaves:0\r\nmem_replication_backlog:1048576\r\nmem_aof_buffer:8\r\n"
            + "mem_cluster_links:4096\r\n";

    ServerMemory memory = ServerInfoReader.memory(ServerInfoReader.fields(info)).orElseThrow();

    assertThat(memory)
        .isEqualTo(new ServerMemory(10_000_000, 7_747_320, OptionalLong.of(20_000_000)));
    assertThat(memory.freeBytes()).hasValue(10_000_000);
  }

  @Test
  void withoutMaxmemoryThereIsNoLimitAndFieldsMayBeMissing() {
    ServerMemory memory =
        ServerInfoReader.memory(ServerInfoReader.fields("used_memory:5\r\nmaxmemory:0\r\n"))
            .orElseThrow();

    assertThat(memory).isEqualTo(new ServerMemory(5, 5, OptionalLong.empty()));
    assertThat(memory.freeBytes()).isEmpty();
  }

  @Test
  void whoUsesMoreThanItMayHasNoneLeft() {
    assertThat(
            ServerInfoReader.memory(ServerInfoReader.fields("used_memory:9\nmaxmemory:5\n"))
                .orElseThrow()
                .freeBytes())
        .hasValue(0);
  }

  @Test
  void anAnswerWithoutWhatIsUsedSaysNothing() {
    assertThat(ServerInfoReader.memory(ServerInfoReader.fields("# Memory\r\n"))).isEmpty();
    assertThatThrownBy(
            () -> ServerInfoReader.memory(ServerInfoReader.fields("used_memory:much\r\n")))
        .isInstanceOf(NumberFormatException.class);
  }

  /** Of sizes that no server has, differences would overflow. */
  @ParameterizedTest
  @CsvSource({
    "used_memory, -1",
    "used_memory, 9223372036854775807",
    "used_memory, -9223372036854775808",
    "mem_clients_normal, -9223372036854775808",
    "mem_clients_normal, 9223372036854775807"
  })
  void aSizeThatNoMemoryHasIsRefused(String field, String bytes) {
    assertThatThrownBy(
            () ->
                ServerInfoReader.memory(
                    ServerInfoReader.fields(
                        "used_memory:5\r\nmaxmemory:9\r\n%s:%s\r\n".formatted(field, bytes))))
        .isInstanceOf(NumberFormatException.class);
  }

  @Test
  void aLimitThatNoMemoryReachesIsNone() {
    assertThat(
            ServerInfoReader.memory(
                ServerInfoReader.fields("used_memory:5\r\nmaxmemory:9223372036854775807\r\n")))
        .contains(new ServerMemory(5, 5, OptionalLong.empty()));
  }
}
