package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keyspaces that come, and change their replication, while a node joins. */
@Tag("crash-matrix")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class ReplicationChangeClusterIT {
  private static final int ROWS = 300;

  @Test
  void joinIsPlannedAnewAndNoWriteIsLost() throws Exception {
    // One rack: both strategies then choose the same replicas, so that no data have to move.
    CassandraSettings settings = CassandraSettings.defaults().withOptions(Operations.withAgent());
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      try {
        changeInMidJoin(checked);
      } catch (RuntimeException | AssertionError e) {
        checked.cluster().keepLogs();
        throw e;
      }
    }
  }

  private static void changeInMidJoin(CheckedCluster checked) throws InterruptedException {
    CqlSession cql = checked.session(1);
    CassandraNode joiner =
        checked.cluster().launch(Operations.JOINER, Operations.withAgent(",rate-mib-per-second=2"));
    JoinWatch watch = new JoinWatch(joiner);
    watch.awaitPhase(new JoinPoint(2, "STREAMING"), Operations.LIMIT);
    cql.execute(
        "CREATE KEYSPACE late WITH replication = {'class': 'NetworkTopologyStrategy',"
            + " 'datacenter1': 3}");
    cql.execute("CREATE TABLE late.rows (id int PRIMARY KEY) WITH read_repair = 'NONE'");
    for (int id = 0; id < ROWS; id++) {
      cql.execute(quorum("INSERT INTO late.rows (id) VALUES (" + id + ")"));
    }
    long log = joiner.logBytes();
    cql.execute(
        "ALTER KEYSPACE checks WITH replication = {'class': 'SimpleStrategy',"
            + " 'replication_factor': 3}");
    joiner
        .process()
        .awaitReady(Operations.LIMIT, () -> joiner.logSince(log).contains(": ANNOUNCED"));

    Operations.finishJoin(checked, joiner);
    assertThat(rows(checked.session(1))).isEqualTo(ROWS);
    assertThat(rows(checked.session(Operations.JOINER))).isEqualTo(ROWS);
    Findings findings = checked.finish();
    System.out.println(
        "Replication changed in a join of %d steps: %s"
            .formatted(watch.steps(), findings.describe()));
    assertThat(findings.isClean()).as(findings.describe()).isTrue();
  }

  private static SimpleStatement quorum(String cql) {
    return SimpleStatement.newInstance(cql).setConsistencyLevel(ConsistencyLevel.QUORUM);
  }

  private static int rows(CqlSession cql) {
    return cql.execute(quorum("SELECT id FROM late.rows")).all().size();
  }
}
