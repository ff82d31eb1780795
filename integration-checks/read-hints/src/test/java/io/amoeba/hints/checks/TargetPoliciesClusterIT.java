package io.amoeba.hints.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.NodeLocation;
import io.amoeba.embedded.cassandra.StartOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Two data centres of two nodes each that all have each key. The clients' one has two racks, the
 * other one. Clients ask the first node, which answers all reads itself.
 */
@Tag("long")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TargetPoliciesClusterIT {

  private static final int KEYS = 100;
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final List<NodeLocation> PLACES =
      List.of(
          NodeLocation.inRack("rack1"),
          NodeLocation.inRack("rack2"),
          new NodeLocation("west", "rack1"),
          new NodeLocation("west", "rack1"));

  private CassandraCluster cluster;
  private NodeClient first;

  /** Hints that each of the others has got. */
  private record Sent(long otherRack, long westOne, long westTwo) {}

  @BeforeAll
  void startTwoDataCentresAndFillATable() {
    StartOptions options =
        StartOptions.NONE
            .withYaml("hinted_handoff_enabled", false)
            // A coordinator asks itself first, whatever it has measured of the others.
            .withYaml("dynamic_snitch", false)
            .withAgent(
                AgentJars.readHints(), "load-shedding=off,batches-in-flight=64,max-hint-age=60s");
    cluster =
        HintCluster.start(
            CassandraSettings.defaults()
                .withLocations(node -> PLACES.get(node - 1))
                .withLocalReplicas(2)
                .withOptions(options),
            PLACES.size());
    first = new NodeClient(cluster.node(1));
    first.changeSchema(
        "CREATE KEYSPACE shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 2, 'west': 2}");
    first.changeSchema(
        "CREATE TABLE shop.items (id text, row int, text text, PRIMARY KEY (id, row))"
            + " WITH speculative_retry = 'NEVER'");
    first.write("shop.items", KEYS);
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              first.read("shop.items", 1, DefaultConsistencyLevel.LOCAL_ONE);
              return cluster.nodes().stream()
                  .filter(node -> node.number() > 1)
                  .allMatch(node -> first.hintsSentTo(node) > 0);
            });
  }

  @AfterAll
  void endAll() {
    HintCluster.end(cluster, first);
  }

  private Sent sentBy(String policy) {
    first.node().jmx().setAttribute(HintBean.NAME, "TargetPolicy", policy);
    Sent before = sent();
    first.read("shop.items", KEYS, DefaultConsistencyLevel.LOCAL_ONE);
    Sent after = sent();
    System.out.printf("Policy %s: %s, then %s%n", policy, before, after);
    return new Sent(
        after.otherRack() - before.otherRack(),
        after.westOne() - before.westOne(),
        after.westTwo() - before.westTwo());
  }

  private Sent sent() {
    return HintCluster.settled(() -> new Sent(sentTo(2), sentTo(3), sentTo(4)));
  }

  private long sentTo(int number) {
    CassandraNode node = cluster.node(number);
    return first.hintsSentTo(node);
  }

  @Test
  void allSendsToEachReplica() {
    assertThat(sentBy("all")).isEqualTo(new Sent(KEYS, KEYS, KEYS));
  }

  @Test
  void oneSendsToOneReplicaNotAlwaysTheSame() {
    Sent sent = sentBy("one");

    assertThat(sent.otherRack() + sent.westOne() + sent.westTwo()).isEqualTo(KEYS);
    assertThat(List.of(sent.otherRack(), sent.westOne(), sent.westTwo()))
        .allMatch(hints -> hints < KEYS);
  }

  @Test
  void regionOneSendsToOneReplicaInTheOtherDataCentre() {
    Sent sent = sentBy("region-one");

    assertThat(sent.otherRack()).isZero();
    assertThat(sent.westOne() + sent.westTwo()).isEqualTo(KEYS);
  }

  @Test
  void rackOneSendsToOneReplicaInEachRackThatHasNotAnswered() {
    Sent sent = sentBy("rack-one");

    assertThat(sent.otherRack()).isEqualTo(KEYS);
    assertThat(sent.westOne() + sent.westTwo()).isEqualTo(KEYS);
  }
}
