package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What comes while a node joins and stops it, or changes its plan: it waits, says for what, and
 * goes on.
 */
@Tag("crash-matrix")
@Timeout(value = 9, unit = TimeUnit.MINUTES)
class ChangesDuringJoinClusterIT {
  private static final int ROWS = 300;
  private static final String ALTER_ANYWAY =
      "-Dcassandra.allow_alter_rf_during_range_movement=true";
  private static final StartOptions OPTIONS =
      Operations.withAgent()
          .withYaml("materialized_views_enabled", true)
          .withJvmArguments(ALTER_ANYWAY);
  private static final StartOptions SLOW =
      Operations.withAgent(",pace=1MiB/s").withYaml("materialized_views_enabled", true);

  @Test
  void joiningNodeWaitsForAMemberWithTheAgentAndForAViewAndFollowsReplication() throws Exception {
    CassandraSettings settings = CassandraSettings.defaults().withRacks(3).withOptions(OPTIONS);
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      change(checked);
    }
  }

  private static void change(CheckedCluster checked) throws InterruptedException {
    CassandraNode joiningNode = checked.cluster().launch(Operations.JOINING_NODE, SLOW);
    JoinBean bean = new JoinBean(joiningNode);
    bean.awaitTokensDone(1, Operations.LIMIT);
    bean.pause();
    // Nothing settles or is confirmed then, so that a member may be started without the agent.
    CassandraNode member = checked.cluster().node(2);
    member
        .process()
        .awaitReady(
            Operations.LIMIT,
            () -> new JoinBean(member).joins().get(0).matches(".* 0 settling, .* 0 confirming.*"));
    joiningNode.process().kill();
    member.process().kill();
    StartOptions without = CheckedCluster.options().withYaml("materialized_views_enabled", true);
    checked.cluster().launch(2, without).awaitNormal(Operations.LIMIT);
    checked.cluster().launch(Operations.JOINING_NODE, SLOW);

    String waits = member.storageAddress() + " (5.0.9) runs without the agent: restart it";
    joiningNode
        .process()
        .awaitReady(
            Operations.LIMIT,
            () -> bean.missing().stream().anyMatch(missing -> missing.startsWith(waits)));
    System.out.println(
        "Restarted joining node with a member without the agent:\n" + bean.describe());

    member.process().kill();
    checked.cluster().launch(2, OPTIONS).awaitNormal(Operations.LIMIT);
    CqlSession cql = checked.session(1);
    cql.execute(
        "CREATE MATERIALIZED VIEW checks.by_value AS SELECT * FROM checks.counters WHERE value IS"
            + " NOT NULL AND name IS NOT NULL PRIMARY KEY (value, name)");
    bean.awaitPhase("OTHER_CHANGE", Operations.LIMIT);
    System.out.println("Joining node after CREATE MATERIALIZED VIEW:\n" + bean.describe());
    assertThat(bean.reason()).contains("keyspace checks has materialized views");
    cql.execute("DROP MATERIALIZED VIEW checks.by_value");
    long log = joiningNode.logBytes();
    addKeyspace(cql);
    joiningNode
        .process()
        .awaitReady(Operations.LIMIT, () -> joiningNode.logSince(log).contains(": ANNOUNCED"));

    Operations.finishJoin(checked, joiningNode);
    assertThat(rows(checked.session(1))).isEqualTo(ROWS);
    assertThat(rows(checked.session(Operations.JOINING_NODE))).isEqualTo(ROWS);
    Findings findings = checked.finish();
    System.out.println("Join that waited: " + findings.describe());
    assertThat(findings.isClean()).as(findings.describe()).isTrue();
  }

  /**
   * Cassandra refuses to change replication factors while a node joins, unless it is told not to.
   * This one changes before there are data: what they would need is the operators' affair.
   */
  private static void addKeyspace(CqlSession cql) {
    cql.execute(
        "CREATE KEYSPACE late WITH replication = {'class': 'NetworkTopologyStrategy',"
            + " 'datacenter1': 1}");
    cql.execute("CREATE TABLE late.rows (id int PRIMARY KEY) WITH read_repair = 'NONE'");
    cql.execute(
        "ALTER KEYSPACE late WITH replication = {'class': 'NetworkTopologyStrategy',"
            + " 'datacenter1': 3}");
    for (int id = 0; id < ROWS; id++) {
      cql.execute(quorum("INSERT INTO late.rows (id) VALUES (" + id + ")"));
    }
  }

  private static SimpleStatement quorum(String cql) {
    return SimpleStatement.newInstance(cql).setConsistencyLevel(ConsistencyLevel.QUORUM);
  }

  private static int rows(CqlSession cql) {
    return cql.execute(quorum("SELECT id FROM late.rows")).all().size();
  }
}
