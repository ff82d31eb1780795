package io.amoeba.streaming.joining;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.joining.JoinFacts.KeyspaceFacts;
import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.join.ClusterSnapshot;
import io.amoeba.streaming.protocol.join.ClusterSnapshot.RivalJoin;
import io.amoeba.streaming.protocol.join.Member;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.dht.RandomPartitioner;
import org.apache.cassandra.locator.LocalStrategy;
import org.apache.cassandra.locator.NetworkTopologyStrategy;
import org.apache.cassandra.locator.SimpleStrategy;
import org.junit.jupiter.api.Test;

/** Every reason in its words: what is in the way, and what to do about it. */
class EligibilityTest {

  private static final String MURMUR3 = Murmur3Partitioner.class.getName();
  private static final String WITHOUT_STEPS = "join without steps (on-ineligible=stock)";
  private static final Member FIT = member("10.0.0.1:7000", true, true, "5.0.9");

  @Test
  void nothingIsInTheWayOfAnOrdinaryNode() {
    assertThat(
            lasting(
                keyspace(SimpleStrategy.class, 3, 3, Set.of()),
                keyspace(NetworkTopologyStrategy.class, 3, 3, Set.of("r1", "r2")),
                keyspace(NetworkTopologyStrategy.class, 0, 0, Set.of())))
        .isEmpty();
    assertThat(passing(FIT)).isEmpty();
  }

  @Test
  void anotherPartitioner() {
    assertThat(
            lasting(
                new JoinFacts(RandomPartitioner.class.getName(), false, false, "r1", List.of())))
        .contains(
            "the partitioner is org.apache.cassandra.dht.RandomPartitioner; only Murmur3Partitioner"
                + " is supported, and a cluster keeps its partitioner: "
                + WITHOUT_STEPS);
  }

  @Test
  void theReplacementOfANode() {
    assertThat(lasting(new JoinFacts(MURMUR3, true, false, "r1", List.of())))
        .contains(
            "it replaces another node, whose tokens it takes at once: let it, without steps"
                + " (on-ineligible=stock), or remove that node (nodetool removenode) and start this"
                + " one without a replace_address option");
  }

  @Test
  void writeSurveyMode() {
    assertThat(lasting(new JoinFacts(MURMUR3, false, true, "r1", List.of())))
        .contains(
            "it is in write survey mode, in which it must not serve reads: start it without"
                + " -Dcassandra.write_survey, or "
                + WITHOUT_STEPS);
  }

  @Test
  void materializedViews() {
    assertThat(
            lasting(
                new KeyspaceFacts(
                    "shop",
                    true,
                    false,
                    SimpleStrategy.class.getName(),
                    "the cluster",
                    1,
                    3,
                    Set.of())))
        .contains(
            "keyspace shop has materialized views, which are not supported: drop them and create"
                + " them again after the join, or "
                + WITHOUT_STEPS);
  }

  @Test
  void transientReplicas() {
    assertThat(
            lasting(
                new KeyspaceFacts(
                    "shop",
                    false,
                    true,
                    NetworkTopologyStrategy.class.getName(),
                    "data centre dc1",
                    3,
                    3,
                    Set.of("r1"))))
        .contains(
            "keyspace shop has transient replicas, which are not supported: alter its replication"
                + " to full replicas only, or "
                + WITHOUT_STEPS);
  }

  @Test
  void anotherReplicationStrategy() {
    assertThat(lasting(keyspace(LocalStrategy.class, 1, 3, Set.of())))
        .contains(
            "keyspace shop uses org.apache.cassandra.locator.LocalStrategy; only SimpleStrategy and"
                + " NetworkTopologyStrategy are supported: alter its replication to one of them, or "
                + WITHOUT_STEPS);
  }

  @Test
  void moreReplicasThanNodes() {
    assertThat(lasting(keyspace(SimpleStrategy.class, 3, 2, Set.of())))
        .contains(
            "keyspace shop wants 3 replicas in data centre dc1, which has 2 nodes: no replica loses what"
                + " this node gains; lower its replication factor, or "
                + WITHOUT_STEPS);
  }

  /** Every new cluster has it until its third node has joined. */
  @Test
  void aSmallClusterIsNormalAndNeedsNoChangeOfCassandrasOwnKeyspaces() {
    Obstacle obstacle =
        new Eligibility(
                "5.0",
                () ->
                    new JoinFacts(
                        MURMUR3,
                        false,
                        false,
                        "r1",
                        List.of(
                            named("system_distributed", 3, 1),
                            keyspace(SimpleStrategy.class, 1, 1, Set.of()))))
            .lasting()
            .orElseThrow();

    assertThat(obstacle.usual()).isTrue();
    assertThat(obstacle.words())
        .isEqualTo(
            "Cassandra's own keyspace system_distributed has 3 replicas in data centre dc1, which"
                + " has 1 nodes");
  }

  @Test
  void aKeyspaceOfUsersIsNamedBeforeCassandrasOwn() {
    assertThat(
            lasting(
                named("system_distributed", 3, 2), keyspace(SimpleStrategy.class, 3, 2, Set.of())))
        .hasValueSatisfying(words -> assertThat(words).startsWith("keyspace shop wants 3"));
  }

  private static KeyspaceFacts named(String name, int replicas, int others) {
    return new KeyspaceFacts(
        name,
        false,
        false,
        SimpleStrategy.class.getName(),
        "data centre dc1",
        replicas,
        others,
        Set.of());
  }

  @Test
  void aNewRackWhereRacksAreFewerThanReplicas() {
    assertThat(lasting(keyspace(NetworkTopologyStrategy.class, 3, 3, Set.of("r2", "r3"))))
        .contains(
            "rack r1 is new and data centre dc1 has fewer racks than keyspace shop has replicas: the"
                + " first token would take everything; start this node in one of the racks [r2, r3],"
                + " or "
                + WITHOUT_STEPS);
  }

  @Test
  void anotherChangeOfTheTopology() {
    assertThat(passing(new ClusterSnapshot(List.of(FIT), "", Optional.of("moving: x"), List.of())))
        .contains("the topology changes (moving: x); wait for it");
    assertThat(
            passing(
                new ClusterSnapshot(
                    List.of(FIT),
                    "",
                    Optional.empty(),
                    List.of(new RivalJoin("10.0.0.9:7000", new UUID(1, 2), false, true)))))
        .contains("the topology changes (joining: 10.0.0.9:7000); wait for it");
  }

  @Test
  void nodesWithoutTheAgent() {
    assertThat(
            passing(
                FIT,
                member("10.0.0.2:7000", true, false, "5.0.9"),
                member("10.0.0.3:7000", false, false, "5.0.9")))
        .contains(
            "these nodes do not run this agent: [10.0.0.2:7000, 10.0.0.3:7000 (down)]; install it"
                + " there and start them");
  }

  @Test
  void nodesOfAnotherReleaseLine() {
    assertThat(passing(FIT, member("10.0.0.2:7000", true, true, "4.1.10")))
        .contains(
            "these nodes do not run Cassandra 5.0: [10.0.0.2:7000 (4.1.10)]; upgrade them first");
  }

  private static Optional<String> lasting(KeyspaceFacts... keyspaces) {
    return lasting(new JoinFacts(MURMUR3, false, false, "r1", List.of(keyspaces)));
  }

  private static Optional<String> lasting(JoinFacts facts) {
    return new Eligibility("5.0", () -> facts).lasting().map(Obstacle::words);
  }

  private static Optional<String> passing(Member... members) {
    return passing(new ClusterSnapshot(List.of(members), "", Optional.empty(), List.of()));
  }

  private static Optional<String> passing(ClusterSnapshot cluster) {
    return new Eligibility("5.0", () -> new JoinFacts(MURMUR3, false, false, "r1", List.of()))
        .passing(cluster)
        .map(Obstacle::words);
  }

  private static KeyspaceFacts keyspace(
      Class<?> strategy, int replicas, int others, Set<String> racks) {
    return new KeyspaceFacts(
        "shop", false, false, strategy.getName(), "data centre dc1", replicas, others, racks);
  }

  private static Member member(String endpoint, boolean alive, boolean hasAgent, String release) {
    return new Member(
        endpoint, endpoint, alive, false, hasAgent, release, 1, null, Truncations.NONE, 0, 0);
  }
}
