package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.containers.fault.NetworkFault;
import io.amoeba.experiments.alignment.LinearRoadDriver;
import io.amoeba.experiments.alignment.LinearRoadStack;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whatever happens to a node, every answer equals that of the reference model. */
class LinearRoadContainersIT {
  private static final int NODES = 3;
  private static final int BATCH = 64;

  /** Leaves CPUs to the observing processes. */
  private static final String SPEED = "--speed=3";

  private static final Duration START = Duration.ofMinutes(3);
  private static final Duration END = Duration.ofMinutes(5);

  /** Below Flink's heartbeat timeout and the store's node timeout, which are both 15 s. */
  private static final Duration PAUSE = Duration.ofSeconds(8);

  /**
   * Above both: the job restarts on the remaining nodes, and the store has no node for some keys.
   */
  private static final Duration CUT = Duration.ofSeconds(25);

  private static LinearRoadStack stack;

  @BeforeAll
  static void start() {
    stack =
        LinearRoadStack.start(
            Containers.engine(),
            Containers.images(),
            NODES,
            LinearRoadStack.QUICK_START,
            List.of("prometheus"),
            System.out::println);
  }

  @AfterAll
  static void end() {
    if (stack == null) {
      return; // the start says why it failed
    }
    String project = stack.stack().project();
    stack.stack().saveLogs(Containers.logs());
    stack.close();
    assertThat(Containers.remains(project)).isEmpty();
  }

  /** What happens in the middle of a run. */
  private interface Trouble {
    void happen() throws InterruptedException;
  }

  static void requireRight(JsonNode figures, LinearRoadDriver driver) {
    assertThat(figures.path("validation").path("checked").asLong())
        .as(driver.lastLines(30))
        .isGreaterThan(1_000);
    assertThat(figures.path("validation").path("mismatches").asLong(-1)).isZero();
    assertThat(figures.path("recordsLostOrDuplicated").asLong(-1)).isZero();
    assertThat(figures.path("keyReorderings").asLong(-1)).isZero();
  }

  /** Both of the job's Redis clients see trouble: one takes batches, the other single requests. */
  private static JsonNode run(String duration, String alignAfter, int redisBatch, Trouble trouble)
      throws InterruptedException {
    try (LinearRoadDriver driver =
        stack.linearRoad(
            List.of(duration, alignAfter, SPEED, "--redis-batch=" + redisBatch, "--seed=11"))) {
      driver.awaitLine("aligned after", START, System.out::println);
      trouble.happen();
      driver.awaitEnd(END, System.out::println, () -> {});
      JsonNode figures = driver.figures();
      requireRight(figures, driver);
      return figures;
    }
  }

  @Test
  void requestsStayOnTheirNodeAlsoWhileTheCoordinatorRestartsAndAllOfItIsSeen()
      throws InterruptedException {
    // New servers answer little in the first seconds, and metrics arrive late on a busy machine.
    JsonNode figures =
        run(
            "--duration=90s",
            "--align-after=25s",
            BATCH,
            () -> {
              Monitoring monitoring = new Monitoring(stack.stack().container("prometheus"));
              monitoring.requireConfigured();
              monitoring.awaitTargets(NODES + 2); // the JobManager and the coordinator
              monitoring.awaitDashboards();
              stack.stack().container("coordinator").kill();
              Thread.sleep(PAUSE.toMillis());
              stack.stack().container("coordinator").start();
            });

    assertThat(figures.path("before").path("localHitRate").asDouble()).isBetween(0.15, 0.55);
    assertThat(figures.path("after").path("localHitRate").asDouble()).isGreaterThan(0.99);
    assertThat(figures.path("failures")).isEmpty();
  }

  @Test
  void killedNodeComesBack() throws InterruptedException {
    run(
        "--duration=30s",
        "--align-after=10s",
        1,
        () -> {
          stack.taskManager(2).kill();
          stack.redis(2).kill();
          stack.redis(2).start();
          stack.taskManager(2).start();
        });
  }

  @Test
  void pausedNodeContinuesAndOneThatWasCutOffReturns() throws InterruptedException {
    run(
        "--duration=60s",
        "--align-after=10s",
        BATCH,
        () -> {
          stack.taskManager(3).pause();
          stack.redis(3).pause();
          Thread.sleep(PAUSE.toMillis());
          stack.redis(3).unpause();
          stack.taskManager(3).unpause();
          try (NetworkFault cut =
              NetworkFault.cut(Containers.engine(), stack.stack(), stack.identity(1))) {
            assertThat(cut).isNotNull();
            Thread.sleep(CUT.toMillis());
          }
        });
  }
}
