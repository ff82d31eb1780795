package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A node without the agent that comes in the middle of a join, of which it sees nothing. It must
 * harm nobody.
 */
@Tag("crash-matrix")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class NewNodeDuringJoinClusterIT {
  private static final int NEW_NODE = 5;
  private static final int ROWS = 300;
  private static final String SLOW = ",pace=1MiB/s";

  @Test
  void itsBootstrapFailsForAReasonThatIsLoggedAndTheJoinContinues() throws Exception {
    // Until a node that failed to bootstrap is forgotten the join waits; five minutes by default.
    String forgetSoon = "-Dcassandra.failed_bootstrap_timeout_ms=5000";
    try (CheckedCluster checked = start(Operations.withAgent().withJvmArguments(forgetSoon))) {
      CassandraNode joiningNode =
          joinHalfway(checked, Operations.withAgent(SLOW).withJvmArguments(forgetSoon));

      CassandraNode newNode = checked.cluster().launch(NEW_NODE, CheckedCluster.options());
      newNode
          .process()
          .awaitReady(
              Operations.LIMIT,
              () -> newNode.logSince(0).contains("Error while waiting on bootstrap to complete"));

      assertThat(newNode.logSince(0)).contains("Remote peer").contains("failed stream session");
      assertThat(newNode.jmx().operationMode()).isEqualTo("JOINING_FAILED");
      assertThat(checked.cluster().nodes().subList(0, Operations.MEMBERS))
          .anySatisfy(
              member ->
                  assertThat(member.logSince(0))
                      .contains(newNode.storageAddress() + " bootstraps and gets no data")
                      .contains("which a node without the agent does not see"));
      newNode.process().kill();
      new JoinBean(joiningNode).resume();
      Operations.finishJoin(checked, joiningNode);
      Findings findings = checked.finish();
      System.out.println("Join with a refused bootstrap: " + findings.describe());
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
    }
  }

  /**
   * With auto_bootstrap: false, which no node can refuse, it coordinates with a ring of its own.
   */
  @Test
  void itsClientsGetNoAnswersFromReplicasThatHaveLostTheRange() throws Exception {
    try (CheckedCluster checked = start(Operations.withAgent())) {
      joinHalfway(checked, Operations.withAgent(SLOW));
      CassandraNode member = checked.cluster().node(1);
      // Nothing settles then: a losing replica has stopped answering for its range.
      member
          .process()
          .awaitReady(
              Operations.LIMIT, () -> new JoinBean(member).joins().get(0).contains(" 0 settling"));
      checked.workload().stop();
      checked.session(1).execute("CREATE TABLE checks.moved (id int PRIMARY KEY)");
      CassandraNode newNode =
          checked
              .cluster()
              .launch(NEW_NODE, CheckedCluster.options().withYaml("auto_bootstrap", false));
      newNode.awaitNormal(Operations.LIMIT);
      newNode.awaitLive(Operations.LIMIT, checked.cluster().nodes().subList(0, Operations.MEMBERS));
      checked.addCoordinator(newNode);

      int writes = 0;
      int reads = 0;
      for (int id = 0; id < ROWS; id++) {
        writes += refusesWrite(checked.session(NEW_NODE), id) ? 1 : 0;
        reads += refusesRead(checked.session(NEW_NODE), id) ? 1 : 0;
      }

      System.out.printf("Of %d rows %d writes and %d reads were refused%n", ROWS, writes, reads);
      assertThat(writes).isPositive();
      assertThat(reads).isEqualTo(writes);
      assertThat(checked.cluster().nodes().subList(0, Operations.MEMBERS))
          .anySatisfy(
              replica ->
                  assertThat(replica.logSince(0))
                      .contains("that node runs without the agent and does not know"));
    }
  }

  private static CheckedCluster start(StartOptions options) throws InterruptedException {
    return CheckedCluster.start(
        CassandraSettings.defaults().withRacks(3).withOptions(options),
        Operations.MEMBERS,
        Operations.LIGHT,
        Operations.FOLDER);
  }

  /** Some of its tokens are done, and no more will be until it is resumed. */
  private static CassandraNode joinHalfway(CheckedCluster checked, StartOptions options) {
    CassandraNode joiningNode = checked.cluster().launch(Operations.JOINING_NODE, options);
    JoinBean bean = new JoinBean(joiningNode);
    bean.awaitTokensDone(1, Operations.LIMIT);
    bean.pause();
    return joiningNode;
  }

  private static SimpleStatement all(String cql) {
    return SimpleStatement.newInstance(cql).setConsistencyLevel(ConsistencyLevel.ALL);
  }

  private static boolean refusesWrite(CqlSession session, int id) {
    try {
      session.execute(all("INSERT INTO checks.moved (id) VALUES (" + id + ")"));
      return false;
    } catch (WriteFailureException e) {
      return true;
    }
  }

  private static boolean refusesRead(CqlSession session, int id) {
    try {
      session.execute(all("SELECT id FROM checks.moved WHERE id = " + id));
      return false;
    } catch (ReadFailureException e) {
      return true;
    }
  }
}
