package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** Joins that cannot go in steps: each by a node of its own, on one cluster in two racks. */
@Tag("crash-matrix")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class IneligibleJoinClusterIT {
  private static final int IN_NEW_RACK = 4;
  private static final StartOptions FAIL = options(Operations.AGENT_OPTIONS);
  private static final StartOptions STOCK =
      options(Operations.AGENT_OPTIONS.replace("=fail", "=stock"));

  private CheckedCluster checked;

  private static StartOptions options(String agentOptions) {
    return CheckedCluster.options()
        .withYaml("materialized_views_enabled", true)
        // Cassandra itself refuses to choose tokens for more replicas than there are racks.
        .withYaml("allocate_tokens_for_local_replication_factor", 1)
        .withAgent(AgentJars.incrementalStreaming(), agentOptions);
  }

  @BeforeAll
  void start() throws InterruptedException {
    checked =
        CheckedCluster.start(
            CassandraSettings.defaults()
                .withRacks(node -> node == IN_NEW_RACK ? "rack3" : "rack%d".formatted(node % 2 + 1))
                .withOptions(FAIL),
            Operations.MEMBERS,
            Operations.LIGHT,
            Operations.FOLDER);
  }

  @AfterAll
  void end() {
    if (checked != null) {
      checked.close();
    }
  }

  private CassandraCluster cluster() {
    return checked.cluster();
  }

  private CqlSession cql() {
    return checked.session(1);
  }

  private void assertRefused(int number, String reason) {
    CassandraNode node = cluster().launch(number, FAIL);

    assertThat(Operations.lastWords(node, 0))
        .contains("This node cannot join incrementally: " + reason)
        .contains("on-ineligible=stock lets it join at once");
  }

  @Test
  @Order(1)
  void newRackWithFewerRacksThanReplicas() {
    assertRefused(
        IN_NEW_RACK,
        "rack rack3 is new and data centre datacenter1 has fewer racks than keyspace checks has");
  }

  @Test
  @Order(2)
  void moreReplicasThanNodes() {
    cql()
        .execute(
            "CREATE KEYSPACE wide WITH replication = {'class': 'NetworkTopologyStrategy',"
                + " 'datacenter1': 4}");
    assertRefused(
        5, "keyspace wide wants 4 replicas in data centre datacenter1, which has 3 nodes");
    cql().execute("DROP KEYSPACE wide");
  }

  @Test
  @Order(3)
  void materializedView() {
    cql()
        .execute(
            "CREATE MATERIALIZED VIEW checks.by_value AS SELECT * FROM checks.counters WHERE value"
                + " IS NOT NULL AND name IS NOT NULL PRIMARY KEY (value, name)");
    assertRefused(6, "keyspace checks has materialized views");
    cql().execute("DROP MATERIALIZED VIEW checks.by_value");
  }

  @Test
  @Order(4)
  void memberWithoutTheAgent() {
    CassandraNode without = cluster().node(2);
    without.process().kill();
    cluster().launch(2, CheckedCluster.options()).awaitNormal(Operations.LIMIT);
    without.awaitLive(Operations.LIMIT, cluster().nodes().subList(0, Operations.MEMBERS));

    assertRefused(7, "these nodes do not run this agent: [" + without.storageAddress() + "]");
  }

  @Test
  @Order(5)
  void stockJoinIfOptionsSaySo() throws InterruptedException {
    CassandraNode joiningNode = cluster().launch(8, STOCK);
    Operations.finishJoin(checked, joiningNode);

    assertThat(joiningNode.logSince(0))
        .contains("This node joins without steps, as Cassandra does by itself: these nodes do not")
        .contains("Starting to bootstrap");
    Findings findings = checked.finish();
    System.out.println("Stock join of an ineligible node: " + findings.describe());
    assertThat(findings.verdict().lostWrites()).as(findings.describe()).isZero();
  }
}
