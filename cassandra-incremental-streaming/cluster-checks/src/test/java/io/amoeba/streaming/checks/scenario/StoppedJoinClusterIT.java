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
  private static final StartOptions SLOW = Operations.withAgent(",rate-mib-per-second=1");

  /** Much less than systemd's 90 s, and less than the 30 s that Kubernetes gives by default. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final String TABLE =
      "SELECT phase, reason, eta_seconds, bytes_per_sec FROM amoeba_views.incremental_join";

  @Test
  void joiningNodeIsStoppedWithinSecondsInTheMiddleOfAStepAndGoesOnAfterwards() throws Exception {
    CassandraSettings settings = CassandraSettings.defaults().withRacks(3).withOptions(OPTIONS);
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      CassandraNode joiner = checked.cluster().launch(Operations.JOINER, SLOW);
      awaitStreamingAfterGossip(checked, joiner);
      long from = joiner.logBytes();
      assertThat(joiner.process().terminate(PATIENCE)).as("ended after SIGTERM").isTrue();
      assertStoppedInGoodOrder(joiner, from, "Cassandra shutdown complete");

      checked.cluster().launch(Operations.JOINER, SLOW);
      awaitStreamingAfterGossip(checked, joiner);
      from = joiner.logBytes();
      long begin = System.nanoTime();
      joiner.nodetool("drain");
      // nodetool itself takes some seconds to start.
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(PATIENCE);
      assertThat(joiner.jmx().operationMode()).isEqualTo("DRAINED");
      assertStoppedInGoodOrder(joiner, from, "DRAINED");
      assertThat(joiner.process().terminate(PATIENCE)).as("ended when it is drained").isTrue();

      checked.cluster().launch(Operations.JOINER, SLOW);
      awaitStreamingAfterGossip(checked, joiner);
      from = joiner.logBytes();
      Operations.stopDaemon(joiner);
      await("end after stopdaemon").atMost(PATIENCE).until(() -> !joiner.isAlive());
      assertStoppedInGoodOrder(joiner, from, "Cassandra shutdown complete");

      checked.cluster().launch(Operations.JOINER, OPTIONS);
      Operations.finishJoin(checked, joiner);
      Findings findings = checked.finish();
      System.out.println("Stopped three times: " + findings.describe());
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
    }
  }

  /** Until then a member says that gossip is waited for, and nothing of an end. */
  private static void awaitStreamingAfterGossip(CheckedCluster checked, CassandraNode joiner) {
    List<String> phases = new ArrayList<>();
    JoinWatch watch = new JoinWatch(joiner);
    joiner
        .process()
        .awaitReady(
            Operations.LIMIT,
            () -> {
              List<Row> rows = checked.session(1).execute(TABLE).all();
              assertThat(rows).hasSizeLessThanOrEqualTo(1);
              rows.forEach(row -> look(row, phases));
              return watch.hasReached(new JoinPoint(1, "STREAMING"));
            });
    assertThat(phases).contains("WAITING_FOR_GOSSIP");
  }

  private static void look(Row row, List<String> phases) {
    phases.add(String.valueOf(row.getString("phase")));
    boolean rate = !row.isNull("bytes_per_sec") && row.getLong("bytes_per_sec") > 0;
    assertThat(row.isNull("eta_seconds") || rate).as("an estimate without a rate").isTrue();
  }

  private static void assertStoppedInGoodOrder(CassandraNode joiner, long from, String last) {
    String log = joiner.logSince(from);
    String stops = "This node is stopped while it joins";
    assertThat(log).contains(stops, last);
    assertThat(log.substring(log.indexOf(stops))).doesNotContain("Incremental join: step");
  }
}
