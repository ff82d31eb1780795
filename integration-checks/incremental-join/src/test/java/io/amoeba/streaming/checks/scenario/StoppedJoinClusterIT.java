package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.Row;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A joining node that is stopped as systemd and Kubernetes do it, by SIGTERM, and as operators do,
 * by nodetool. Its start is watched through a member's table meanwhile.
 */
@Tag("crash-matrix")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class StoppedJoinClusterIT {
  private static final StartOptions OPTIONS = Operations.withAgent();
  private static final StartOptions SLOW = Operations.withAgent(",pace=1MiB/s");

  /**
   * Seconds are usual. A busy machine may take longer, but what the join could hold up takes more
   * than this: its own end takes minutes, and Cassandra waits a minute for unanswered messages.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(50);

  private static final String TABLE =
      "SELECT phase, reason, eta_seconds, bytes_per_sec FROM amoeba_views.incremental_join";

  @Test
  void joiningNodeIsStoppedWithinSecondsInTheMiddleOfAStepAndContinuesAfterwards()
      throws Exception {
    CassandraSettings settings = CassandraSettings.defaults().withRacks(3).withOptions(OPTIONS);
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      CassandraNode joiningNode = checked.cluster().launch(Operations.JOINING_NODE, SLOW);
      assertThat(phasesUntilItStreams(checked, joiningNode)).contains("WAITING_FOR_GOSSIP");
      stop(
          "SIGTERM",
          joiningNode,
          "Cassandra shutdown complete",
          () -> joiningNode.process().terminate(PATIENCE));

      checked.cluster().launch(Operations.JOINING_NODE, SLOW);
      phasesUntilItStreams(checked, joiningNode);
      stop("nodetool drain", joiningNode, "DRAINED", () -> joiningNode.nodetool("drain"));
      assertThat(joiningNode.jmx().operationMode()).isEqualTo("DRAINED");
      assertThat(joiningNode.process().terminate(PATIENCE)).as("ended when it is drained").isTrue();

      checked.cluster().launch(Operations.JOINING_NODE, SLOW);
      phasesUntilItStreams(checked, joiningNode);
      stop(
          "stopdaemon",
          joiningNode,
          "Cassandra shutdown complete",
          () -> {
            Operations.stopDaemon(joiningNode);
            await().atMost(PATIENCE).until(() -> !joiningNode.isAlive());
          });

      checked.cluster().launch(Operations.JOINING_NODE, OPTIONS);
      Operations.finishJoin(checked, joiningNode);
      Findings findings = checked.finish();
      System.out.println("Stopped three times: " + findings.describe());
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
    }
  }

  /**
   * What a member's table says meanwhile. A first start waits for gossip for seconds; a later one
   * may be announced with the first gossip that the member has of it.
   */
  private static List<String> phasesUntilItStreams(
      CheckedCluster checked, CassandraNode joiningNode) {
    List<String> phases = new ArrayList<>();
    JoinWatch watch = new JoinWatch(joiningNode);
    joiningNode
        .process()
        .awaitReady(
            Operations.LIMIT,
            () -> {
              List<Row> rows = checked.session(1).execute(TABLE).all();
              assertThat(rows).hasSizeLessThanOrEqualTo(1);
              rows.forEach(row -> look(row, phases));
              return watch.hasReached(new JoinPoint(1, "STREAMING"));
            });
    return phases;
  }

  private static void look(Row row, List<String> phases) {
    phases.add(String.valueOf(row.getString("phase")));
    boolean rate = !row.isNull("bytes_per_sec") && row.getLong("bytes_per_sec") > 0;
    assertThat(row.isNull("eta_seconds") || rate).as("an estimate without a rate").isTrue();
  }

  /** In good order, with no step begun meanwhile. */
  private static void stop(String how, CassandraNode joiningNode, String last, Runnable order) {
    long from = joiningNode.logBytes();
    long begin = System.nanoTime();
    order.run();
    Duration took = Duration.ofNanos(System.nanoTime() - begin);

    System.out.printf("A joining node was stopped by %s within %d ms%n", how, took.toMillis());
    String log = joiningNode.logSince(from);
    String stops = "This node stops during its join";
    assertThat(log).contains(stops, last).doesNotContain("timed out shutting down");
    assertThat(log.substring(log.indexOf(stops))).doesNotContain("Incremental join: step");
    assertThat(took).as(how).isLessThan(PATIENCE);
  }
}
