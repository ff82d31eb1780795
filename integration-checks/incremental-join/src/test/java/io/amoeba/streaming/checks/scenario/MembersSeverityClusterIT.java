package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.streaming.checks.workload.CqlClients;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Severities that full members gossip: for a backup, or because they have just joined. */
@Tag("crash-matrix")
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class MembersSeverityClusterIT {

  private static final String SNITCH = "org.apache.cassandra.db:type=DynamicEndpointSnitch";
  private static final int READS = 60;

  /** Snitches need it to rate the member after its work. */
  @Test
  void coordinatorsKeepWhatTheyHaveMeasuredOfTheMember() {
    CassandraSettings settings =
        CassandraSettings.defaults().withRacks(2).withOptions(Operations.withAgent());
    try (CassandraCluster cluster = CassandraCluster.start(settings, 2, Operations.FOLDER)) {
      CassandraNode coordinator = cluster.node(1);
      CassandraNode member = cluster.node(2);
      assertThat(new JoinBean(coordinator).isThere()).isTrue();
      createTable(coordinator);
      read(coordinator);
      await().atMost(Operations.LIMIT).until(() -> measured(coordinator, member) > READS / 2);
      int before = measured(coordinator, member);

      for (double severity : new double[] {10, 0}) {
        member.jmx().setAttribute(SNITCH, "Severity", severity);
        await().atMost(Operations.LIMIT).until(() -> sees(coordinator, severity));
      }

      assertThat(measured(coordinator, member)).isGreaterThanOrEqualTo(before);
    }
  }

  /** A new member gets faster, and says so every few seconds for a minute. */
  @Test
  void theyForgetWhatTheyHaveMeasuredOfANodeThatHasJustJoined() {
    CassandraSettings settings = CassandraSettings.defaults().withOptions(Operations.withAgent());
    try (CassandraCluster cluster =
        CassandraCluster.start(settings, Operations.MEMBERS, Operations.FOLDER)) {
      CassandraNode coordinator = cluster.node(1);
      createTable(coordinator);
      CassandraNode joined = cluster.startNode(Operations.JOINING_NODE);
      await().atMost(Operations.LIMIT).until(() -> readsAreMeasured(coordinator, joined));

      await().atMost(Operations.LIMIT).until(() -> measured(coordinator, joined) < READS / 10);
    }
  }

  private static boolean readsAreMeasured(CassandraNode coordinator, CassandraNode other) {
    read(coordinator);
    return measured(coordinator, other) > READS / 6;
  }

  private static void createTable(CassandraNode node) {
    try (CqlClients clients = new CqlClients()) {
      clients.add(node.number(), node.cqlAddress());
      clients.changeSchema(
          node.number(),
          "CREATE KEYSPACE shop WITH replication ="
              + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 2}");
      clients.changeSchema(node.number(), "CREATE TABLE shop.items (id int PRIMARY KEY)");
    }
  }

  private static void read(CassandraNode node) {
    try (CqlClients clients = new CqlClients()) {
      clients.add(node.number(), node.cqlAddress());
      for (int id = 0; id < READS; id++) {
        clients
            .session(node.number())
            .execute(
                SimpleStatement.newInstance("SELECT id FROM shop.items WHERE id = ?", id)
                    .setConsistencyLevel(ConsistencyLevel.ALL));
      }
    }
  }

  private static int measured(CassandraNode coordinator, CassandraNode member) {
    return ((List<?>) coordinator.jmx().invoke(SNITCH, "dumpTimings", member.storageAddress()))
        .size();
  }

  private static boolean sees(CassandraNode node, double severity) {
    String states =
        (String)
            node.jmx()
                .attribute("org.apache.cassandra.net:type=FailureDetector", "AllEndpointStates");
    return states.lines().anyMatch(line -> line.matches(" *SEVERITY:\\d+:" + severity));
  }
}
