package io.amoeba.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.process.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ordered hand-over between task managers that are processes of their own, with the real
 * coordinator and a real Redis Cluster. One test per Flink line, as starting takes longest.
 */
class HandOverClusterIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final int NODES = 2;
  private static final int SWITCHES = 30;
  private static final int PAUSE_MICROS = 2_000;

  /** Queues are always full, so that a key that changes its subtask surely overtakes itself. */
  private static final int NO_PAUSE = 0;

  @TempDir Path folder;

  @Test
  void nothingIsReorderedOrLostWhateverIsLost() throws Exception {
    nothingIsReorderedOrLostOn(FlinkVersion.V2_3);
  }

  @Test
  @Tag("long")
  void nothingIsReorderedOrLostOnTheOlderLineOfFlink() throws Exception {
    nothingIsReorderedOrLostOn(FlinkVersion.V1_20);
  }

  private void nothingIsReorderedOrLostOn(FlinkVersion version) throws Exception {
    int port = new FreePorts(new Random(11)).next("127.0.0.1");
    try (EmbeddedCluster cluster = start(version, port)) {
      CoordinatorProcess coordinator = new CoordinatorProcess(cluster, port, folder);
      try (CheckedKeys keys = new CheckedKeys(cluster.redis().server(1), "ordered")) {
        String job = submit(cluster, "ordered", PAUSE_MICROS);
        await().atMost(TIMEOUT).ignoreExceptions().until(coordinator::isAligned);

        requestsAreLocal(keys);
        switchesKeepTheOrder(cluster.flink(), job, coordinator, keys);
        theJobContinuesWithoutTheCoordinator(coordinator, keys);
        aKilledTaskManagerLosesNothing(cluster.flink(), job, coordinator, keys);
        aKilledJobManagerLosesNothing(cluster.flink(), job, coordinator, keys);

        System.out.printf(
            "%s: %d records, %d repeated after restarts, 0 gaps, 0 lost updates%n",
            version, keys.records(), keys.repeats());
        end(cluster.flink(), job);
      }
      try (CheckedKeys keys = new CheckedKeys(cluster.redis().server(1), "order-free")) {
        String job = submit(cluster, "order-free", NO_PAUSE);
        theImmediateSwitchIsNoticed(coordinator, keys);
        System.out.printf(
            "%s order-free: %d records, %d gaps, %d repeats, %d lost updates%n",
            version, keys.records(), keys.gaps(), keys.repeats(), keys.lostUpdates());
        end(cluster.flink(), job);
      }
    }
  }

  private static void requestsAreLocal(CheckedKeys keys) {
    // The map is known before it is in use, and a busy machine may restart the job meanwhile.
    await().atMost(TIMEOUT).until(() -> localHitRateOfNext(1_000, keys) >= 0.99);
  }

  private static double localHitRateOfNext(int requests, CheckedKeys keys) {
    keys.forgetRequests();
    await().atMost(TIMEOUT).until(() -> keys.requests() >= requests);
    return keys.localHitRate();
  }

  private static void switchesKeepTheOrder(
      FlinkCluster flink, String job, CoordinatorProcess coordinator, CheckedKeys keys)
      throws Exception {
    long before = keys.records();
    long repeatsBefore = keys.repeats();

    startDrill(coordinator, 50);
    await()
        .atMost(TIMEOUT)
        .ignoreExceptions()
        .until(() -> coordinator.completedSwitches() >= SWITCHES && keys.records() > before + 500);
    coordinator.stopDrill();

    await().atMost(TIMEOUT).ignoreExceptions().until(coordinator::drillIsIdle);
    keys.assertNothingReorderedOrLost();
    assertThat(keys.repeats())
        .as(() -> "repeated records; restarts: " + flink.get("/jobs/" + job + "/exceptions"))
        .isEqualTo(repeatsBefore);
  }

  private static void theJobContinuesWithoutTheCoordinator(
      CoordinatorProcess coordinator, CheckedKeys keys) throws Exception {
    startDrill(coordinator, 10);
    await().atMost(TIMEOUT).ignoreExceptions().until(() -> coordinator.completedSwitches() >= 5);

    coordinator.kill(); // at this rate a hand-over is nearly always under way
    List<Tally> atTheKill = keys.tallies();
    await().atMost(TIMEOUT).until(() -> keys.allHaveMovedOnSince(atTheKill));
    keys.assertNothingReorderedOrLost();

    coordinator.startAgain();
    await().atMost(TIMEOUT).ignoreExceptions().until(coordinator::isAligned);
    keys.assertNothingReorderedOrLost();
  }

  private static void aKilledTaskManagerLosesNothing(
      FlinkCluster flink, String job, CoordinatorProcess coordinator, CheckedKeys keys)
      throws Exception {
    startDrill(coordinator, 50);
    await().atMost(TIMEOUT).ignoreExceptions().until(() -> coordinator.completedSwitches() >= 5);

    flink.taskManager(2).kill();
    flink.startTaskManager(2);
    List<Tally> afterTheKill = keys.tallies();
    await().atMost(TIMEOUT).until(() -> keys.allHaveMovedOnSince(afterTheKill));
    flink.jobs().awaitRunning(job, TIMEOUT);
    coordinator.stopDrill();

    await().atMost(TIMEOUT).ignoreExceptions().until(coordinator::isAligned);
    keys.assertNothingReorderedOrLost();
  }

  /** It is highly available, so that its job comes back. */
  private static void aKilledJobManagerLosesNothing(
      FlinkCluster flink, String job, CoordinatorProcess coordinator, CheckedKeys keys)
      throws Exception {
    startDrill(coordinator, 10);
    await().atMost(TIMEOUT).ignoreExceptions().until(() -> coordinator.completedSwitches() >= 5);

    flink.jobManager().kill(); // at this rate a hand-over is nearly always under way
    flink.startJobManager();
    flink.jobs().awaitRunning(job, TIMEOUT);
    List<Tally> afterTheKill = keys.tallies();
    await().atMost(TIMEOUT).until(() -> keys.allHaveMovedOnSince(afterTheKill));
    coordinator.stopDrill();

    await().atMost(TIMEOUT).ignoreExceptions().until(coordinator::isAligned);
    keys.assertNothingReorderedOrLost();
  }

  private static void theImmediateSwitchIsNoticed(CoordinatorProcess coordinator, CheckedKeys keys)
      throws Exception {
    await().atMost(TIMEOUT).until(() -> keys.records() > 500);
    startDrill(coordinator, 50);
    await().atMost(TIMEOUT).until(() -> keys.gaps() + keys.lostUpdates() > 0);
    coordinator.stopDrill();
  }

  /** The coordinator refuses until a map is complete. */
  private static void startDrill(CoordinatorProcess coordinator, int everyMillis) {
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () ->
                assertThatCode(() -> coordinator.startDrill(everyMillis))
                    .doesNotThrowAnyException());
  }

  private static EmbeddedCluster start(FlinkVersion version, int coordinatorPort) {
    return CheckJobs.start(
        NODES, FlinkSettings.of(version).withHighAvailability(), coordinatorPort);
  }

  private static String submit(EmbeddedCluster cluster, String order, int pauseMicros) {
    FlinkCluster flink = cluster.flink();
    String job =
        flink
            .jobs()
            .run(
                CheckJobs.handOverCheck(
                    CheckJobs.jar(), cluster, order, pauseMicros, order, NODES));
    flink.jobs().awaitRunning(job, TIMEOUT);
    return job;
  }

  private static void end(FlinkCluster flink, String job) {
    flink.jobs().cancel(job);
    await()
        .atMost(TIMEOUT)
        .until(
            () ->
                flink.get("/jobs/overview").path("jobs").findValuesAsText("state").stream()
                    .allMatch("CANCELED"::equals));
  }
}
