package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.checks.testjob.Fuse;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What becomes of a real job when something fails while it is rescaled in place: it has been asked
 * for, and waits for a TaskManager that does not answer for now.
 */
@Tag("long")
class RescaleInPlaceFaultsIT extends RescaledJob {

  @BeforeAll
  static void startClusters() {
    startClusters(FlinkSettings.of(FlinkVersion.V2_3).withConfig(RescaleInPlaceIT.ADAPTIVE));
  }

  @Test
  void aCoordinatorThatIsKilledIsFollowedByOneThatFinishesThePlan()
      throws IOException, InterruptedException {
    int port = cluster.ports().next("127.0.0.1");
    CoordinatorProcess first = CoordinatorProcess.start(folder, config(60_000, port), port);
    process = Optional.of(first);
    meet(first.address());
    JsonNode plan = plans.awaitProposed("rescale_job");
    String id = plan.path("id").asText();

    ServerProcess paused = beginAnEndlessRescale(plan);
    first.kill();
    assertThat(journal()).isPresent();
    paused.resume();
    start(config(60_000, 0));

    plans.awaitEnd(id, "completed");
    assertThat(plans.plan(id).at("/events").findValuesAsText("state"))
        .containsExactly("proposed", "approved", "executing", "completed");
    assertRunsInPlace(NODES);
  }

  @Test
  void aNewTaskManagerThatIsKilledLeavesTheJobAsItIs() {
    start(config(5_000, 0));
    JsonNode plan = plans.awaitProposed("rescale_job");
    String id = plan.path("id").asText();

    ServerProcess paused = beginAnEndlessRescale(plan);
    paused.kill();

    try {
      plans.awaitEnd(id, "failed");
      assertThat(plans.plan(id).toString()).contains("not all of 3 subtasks ran within 5 s");
      assertRunsInPlace(FEWER);
      assertThat(required()).isEqualTo(FEWER);
    } finally {
      cluster.flink().startTaskManager(newNode(plan));
    }
  }

  @Test
  void aTaskManagerOfTheJobThatIsKilledDelaysItUntilItIsBack() {
    start(config(100_000, 0));
    JsonNode plan = plans.awaitProposed("rescale_job");
    String id = plan.path("id").asText();
    int node = newNode(plan) % NODES + 1;
    var unused = Checkpoints.awaitOne(cluster, job, "completed");

    ServerProcess paused = beginAnEndlessRescale(plan);
    cluster.flink().taskManager(node).kill();
    paused.resume();
    cluster.flink().startTaskManager(node);

    plans.awaitEnd(id, "completed");
    assertRunsInPlace(NODES);
    assertThat(Checkpoints.awaitOne(cluster, job, "restored").path("is_savepoint").asBoolean(true))
        .isFalse();
  }

  /** A JobManager without high availability forgets its jobs. */
  @Test
  void aJobManagerThatIsKilledTakesTheJobWithItAndThePlanSaysSo() {
    start(config(60_000, 0));
    JsonNode plan = plans.awaitProposed("rescale_job");
    String id = plan.path("id").asText();

    ServerProcess paused = beginAnEndlessRescale(plan);
    cluster.flink().jobManager().kill();
    paused.resume();
    plans.awaiting(() -> symptoms().contains("FLINK_UNREACHABLE"));
    assertThat(plans.plan(id).path("state").asText()).isEqualTo("executing");
    cluster.flink().startJobManager();

    plans.awaitEnd(id, "failed");
    assertThat(plans.plan(id).toString())
        .contains("no job has 3 subtasks; Flink knows nothing of the job any more");
    assertThat(journal()).isEmpty();
    plans.awaiting(() -> symptoms().contains("JOB_MISSING"));
  }

  @Test
  void aJobThatFailsByItselfEndsThePlanWhichSaysWhy() throws IOException {
    submitWithFuse();
    start(config(60_000, 0));
    JsonNode plan = plans.awaitProposed("rescale_job");
    String id = plan.path("id").asText();

    ServerProcess paused = beginAnEndlessRescale(plan);
    Path fuse = Files.createFile(folder.resolve(Fuse.NOW));
    plans.awaiting(() -> cluster.flink().jobs().state(job).equals("FAILED"));
    Files.delete(fuse);
    paused.resume();

    plans.awaitEnd(id, "failed");
    assertThat(plans.plan(id).toString()).contains("the job has failed meanwhile");
    assertThat(alive()).isZero();
    assertThat(journal()).isEmpty();
  }

  /** Approves a plan and returns the paused process without which it gets nowhere. */
  private ServerProcess beginAnEndlessRescale(JsonNode plan) {
    ServerProcess taskManager = cluster.flink().taskManager(newNode(plan));
    taskManager.pause();
    plans.approve(plan.path("id").asText());
    plans.awaiting(() -> required() == NODES);
    return taskManager;
  }

  private static int newNode(JsonNode plan) {
    return node(plan.at("/rescaleJob/nodes/0").asText());
  }

  /** The most subtasks that an operator may have. */
  private int required() {
    int most = 0;
    for (JsonNode vertex : cluster.flink().get("/jobs/" + job + "/resource-requirements")) {
      most = Math.max(most, vertex.at("/parallelism/upperBound").asInt());
    }
    return most;
  }

  private void assertRunsInPlace(int parallelism) {
    assertThat(alive()).isEqualTo(1);
    cluster.flink().jobs().awaitRunning(job, PATIENCE);
    assertParallelism(job, parallelism);
    assertThat(journal()).isEmpty();
  }

  private static String config(int startMillis, int port) {
    return config(
        cluster.flink().restUrl(),
        port,
        """
            method: in-place
            startTimeout: %dms
        """
            .formatted(startMillis));
  }
}
