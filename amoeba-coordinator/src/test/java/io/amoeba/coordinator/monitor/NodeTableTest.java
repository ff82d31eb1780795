package io.amoeba.coordinator.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeTableTest {

  private static final HostResolver DNS =
      host ->
          Map.of(
                  "flink-1.net", Set.of("10.0.0.1"),
                  "redis-1.net", Set.of("10.0.0.1", "192.168.0.1"),
                  "10.0.0.2", Set.of("10.0.0.2"),
                  "redis-2.net", Set.of("10.0.0.2"))
              .getOrDefault(host, Set.of());

  @Test
  void hostsWithACommonAddressAreOneNode() {
    NodeMatch match =
        new NodeTable(List.of(), DNS)
            .match(
                List.of(subtask("flink-1.net", "a"), subtask("10.0.0.2", "b")),
                List.of(primary("redis-1.net", 1), primary("redis-2.net", 2)));

    assertThat(match.names()).hasSize(2);
    assertThat(match.of(subtask("flink-1.net", "a")))
        .isEqualTo(match.of(primary("redis-1.net", 1)));
    assertThat(match.of(subtask("10.0.0.2", "b"))).isEqualTo(match.of(primary("redis-2.net", 2)));
  }

  @Test
  void whatBecomesOfAPrimaryChangesNoName() {
    NodeTable table = new NodeTable(List.of(), DNS);
    List<Subtask> subtasks = List.of(subtask("flink-1.net", "a"));
    Primary short1 = primary("10.0.0.1", 1);

    NodeMatch with = table.match(subtasks, List.of(short1));
    NodeMatch without = table.match(subtasks, List.of());

    assertThat(with.names()).isEqualTo(without.names()).containsExactly("flink-1.net");
    assertThat(with.of(short1)).isEqualTo("flink-1.net");
    assertThat(with.ofTable().of(short1)).isEqualTo("10.0.0.1");
    assertThat(with.ofTable().of(subtasks.get(0))).isEqualTo("flink-1.net");
  }

  @Test
  void hostsThatDoNotResolveAreComparedByName() {
    NodeMatch match =
        new NodeTable(List.of(), DNS)
            .match(List.of(subtask("Pod-7", "a")), List.of(primary("pod-7", 1)));

    assertThat(match.names()).containsExactly("pod-7");
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.7,              10.0.0.7,               10.0.0.7",
    "2001:db8::7,           [2001:db8:0::7],        [2001:DB8::7]:7001",
    "2001:db8::7,           2001:db8:0:0:0:0:0:7,   2001:db8:0:0:0:0:0:7",
    "2001:db8:0:0:0:0:0:7,  2001:db8::7,            [2001:db8::7]:7001",
    "Node-7.net,            node-7.net.,            NODE-7.net:7001",
    "10.0.0.2,              redis-2.net,            redis-2.net",
    "10.0.0.2,              10.0.0.2,               redis-2.net:7001"
  })
  void entriesNameHostsInEveryNotation(String host, String flinkHost, String redisHost) {
    NodeEntry entry = new NodeEntry("seven", List.of(flinkHost), List.of(redisHost));
    Primary primary = new Primary("p", host, 7001, List.of(), List.of());

    NodeMatch match =
        new NodeTable(List.of(entry), DNS).match(List.of(subtask(host, "a")), List.of(primary));

    assertThat(match.names()).containsExactly("seven");
  }

  @Test
  void namesOfOneAddressInSeveralEntriesDoNotGuess() {
    List<NodeEntry> entries =
        List.of(
            new NodeEntry("a", List.of(), List.of("redis-1.net")),
            new NodeEntry("b", List.of(), List.of("flink-1.net")));
    Primary primary = new Primary("p", "10.0.0.1", 7001, List.of(), List.of());

    assertThat(
            new NodeTable(entries, host -> Set.of("10.0.0.1"))
                .match(List.of(), List.of(primary))
                .names())
        .containsExactly("10.0.0.1");
  }

  @Test
  void notationsOfOneIpv6AddressAreOneNodeWithoutATable() {
    NodeMatch match =
        new NodeTable(List.of(), host -> Set.of())
            .match(List.of(subtask("0:0:0:0:0:0:0:1", "a")), List.of(primary("::1", 1)));

    assertThat(match.names()).containsExactly("::1");
  }

  @Test
  void tableComesFirstAndItsPortsSeparateServersOfOneHost() {
    NodeTable table =
        new NodeTable(
            List.of(
                new NodeEntry("one", List.of("tm-1"), List.of("redis-1.net:7001")),
                new NodeEntry("two", List.of("10.0.0.2"), List.of("redis-1.net"))),
            DNS);

    NodeMatch match =
        table.match(
            List.of(subtask("10.0.0.2", "tm-1"), subtask("10.0.0.2", "tm-2")),
            List.of(primary("redis-1.net", 7001), primary("redis-1.net", 7002)));

    assertThat(match.of(subtask("10.0.0.2", "tm-1"))).isEqualTo("one");
    assertThat(match.of(subtask("10.0.0.2", "tm-2"))).isEqualTo("two");
    assertThat(match.of(primary("redis-1.net", 7001))).isEqualTo("one");
    assertThat(match.of(primary("redis-1.net", 7002))).isEqualTo("two");
    assertThat(match.ofTable().of(primary("redis-1.net", 7002))).isEqualTo("two");
    assertThat(match.ofTable().of(subtask("10.0.0.2", "tm-1"))).isEqualTo("one");
  }

  @Test
  void laterAddressMayShowThatTwoHostsAreOneNode() {
    HostResolver dns = host -> host.equals("both") ? Set.of("1.1.1.1", "2.2.2.2") : Set.of(host);

    NodeMatch match =
        new NodeTable(List.of(), dns)
            .match(
                List.of(subtask("1.1.1.1", "a"), subtask("2.2.2.2", "b"), subtask("both", "c")),
                List.of());

    assertThat(match.names()).hasSize(1);
  }

  @Test
  void replicasAreWhereTheTableOrTheirHostSaysAndNameNoNode() {
    Replica other = replica("other", "redis-1.net");
    Replica named = replica("named", "10.0.0.1");
    Replica alone = replica("alone", "10.0.0.9");
    Primary primary =
        primary("10.0.0.1", 7000)
            .withReplicas(new Replicas(List.of(other, named, alone), OptionalDouble.empty()));

    NodeMatch match =
        new NodeTable(List.of(), DNS).match(List.of(subtask("flink-1.net", "a")), List.of(primary));

    assertThat(match.of(other)).isEqualTo(match.of(primary)).isEqualTo("flink-1.net");
    assertThat(match.of(alone)).isEqualTo("10.0.0.9");
    assertThat(match.names()).containsExactly("flink-1.net");

    NodeEntry entry = new NodeEntry("seven", List.of(), List.of("10.0.0.1:7001"));
    NodeMatch byTable = new NodeTable(List.of(entry), DNS).match(List.of(), List.of(primary));

    assertThat(byTable.of(named)).isEqualTo("seven");
    assertThat(byTable.of(primary)).isEqualTo("10.0.0.1");
  }

  private static Replica replica(String id, String host) {
    return new Replica(id, host, 7001, OptionalLong.empty(), OptionalLong.empty());
  }

  private static Subtask subtask(String host, String taskManager) {
    return new Subtask(0, 0, 0, "RUNNING", host, taskManager);
  }

  private static Primary primary(String host, int port) {
    return new Primary(host + port, host, port, List.of(), List.of());
  }
}
