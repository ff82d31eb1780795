package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.execute.rescale.OpenRescale;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.state.RescaleFile;
import io.amoeba.embedded.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of a real job when something fails while it is rescaled. */
class RescaleFaultsIT extends RescaledJob {

  @Test
  void aSavepointThatCannotBeWrittenLeavesTheJobAsItIs() throws IOException {
    Path noFolder = Files.writeString(folder.resolve("no-folder"), "");
    start(config(noFolder, 60_000, 0));
    String id = plans.awaitProposed().path("id").asText();

    plans.approve(id);

    plans.awaitEnd(id, "failed");
    assertThat(plans.plan(id).toString()).contains("it was not stopped, and goes on as it is");
    cluster.flink().awaitRunning(job, PATIENCE);
    assertThat(alive()).isEqualTo(1);
    assertThat(journal()).isEmpty();
    assertThat(plans.awaitProposed().path("action").asText())
        .as("not again")
        .isEqualTo("align_routing");
  }

  @Test
  void aDiskThatIsFullAtTheSavepointLeavesTheJobAsItIs() throws IOException {
    try (FullDisk disk = FullDisk.mount(folder.resolve("full"))) {
      start(config(disk.folder(), 60_000, 0));
      String id = plans.awaitProposed().path("id").asText();

      plans.approve(id);

      plans.awaitEnd(id, "failed");
      assertThat(plans.plan(id).toString())
          .contains("it was not stopped, and goes on as it is", "No space left on device");
      cluster.flink().awaitRunning(job, PATIENCE);
      assertThat(alive()).isEqualTo(1);
      assertThat(journal()).isEmpty();
    }
  }

  /** A JobManager without high availability forgets its jobs. */
  @Test
  void aJobManagerThatIsKilledWhileTheJobIsStoppedGetsTheJobBack() {
    start(config(folder.resolve("savepoints"), 110_000, 0));
    String id = plans.awaitProposed().path("id").asText();

    plans.approve(id);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> journal().filter(open -> !open.savepoint().isEmpty()).isPresent());
    cluster.flink().jobManager().kill();
    cluster.flink().startJobManager();

    plans.awaitEnd(id, "completed");
    assertThat(alive()).isEqualTo(1);
    assertRunsFromSavepoint(plans.plan(id).path("rescaledJob").asText(), NODES);
    assertThat(journal()).isEmpty();
  }

  @Test
  void aJobThatSomebodyCancelsMeanwhileIsNotStartedAgain() {
    start(config(folder.resolve("savepoints"), 60_000, 0));
    String id = plans.awaitProposed().path("id").asText();
    ServerProcess taskManager =
        cluster.flink().taskManager(otherThan(plans.plan(id).at("/rescaleJob/nodes/0").asText()));

    taskManager.pause(); // so that no savepoint can be completed
    plans.approve(id);
    plans.awaiting(
        () -> plans.plan(id).path("progress").asText().contains("being stopped with a savepoint"));
    cluster.flink().cancel(job);
    taskManager.resume();

    plans.awaitEnd(id, "failed");
    assertThat(plans.plan(id).toString()).contains("somebody has canceled it meanwhile");
    assertThat(cluster.flink().jobState(job)).isEqualTo("CANCELED");
    assertThat(alive()).isZero();
    assertThat(journal()).isEmpty();
  }

  /** Whether a subtask had begun when it was lost is a matter of milliseconds. */
  @Test
  void aTaskManagerThatIsLostMeanwhileBringsTheOldParallelismBackOrAnAlarm() {
    start(config(folder.resolve("savepoints"), 6_000, 0));
    JsonNode plan = plans.awaitProposed();
    String id = plan.path("id").asText();
    int node = node(plan.at("/rescaleJob/nodes/0").asText());

    plans.approve(id);
    plans.awaiting(() -> cluster.flink().jobState(job).equals("FINISHED"));
    cluster.flink().taskManager(node).kill();
    plans.awaiting(() -> plans.plan(id).path("state").asText().equals("failed") || isAlarm());
    boolean begun = isAlarm();
    cluster.flink().startTaskManager(node);
    plans.awaitEnd(id, begun ? "completed" : "failed");

    assertThat(plans.plan(id).toString())
        .contains(begun ? "has 3 subtasks" : "with 2 subtasks, as before");
    assertThat(alive()).isEqualTo(1);
    assertRunsFromSavepoint(begun, running(), begun ? NODES : FEWER);
    assertThat(isAlarm()).isFalse();
  }

  @Test
  void aCoordinatorThatIsKilledWhileTheJobIsStoppedIsFollowedByOneThatStartsIt()
      throws IOException, InterruptedException {
    int port = cluster.ports().next("127.0.0.1");
    String config = config(folder.resolve("savepoints"), 60_000, port);
    CoordinatorProcess first = CoordinatorProcess.start(folder, config, port);
    process = Optional.of(first);
    meet(first.address());
    String id = plans.awaitProposed().path("id").asText();

    plans.approve(id);
    Path journal = RescaleFile.path(file);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !cluster.flink().jobState(job).equals("RUNNING"));
    first.kill();
    start(config(folder.resolve("savepoints"), 60_000, 0));

    plans.awaitEnd(id, "completed");
    JsonNode done = plans.plan(id);
    assertThat(done.at("/events").findValuesAsText("state"))
        .containsExactly("proposed", "approved", "executing", "completed");
    assertThat(alive()).isEqualTo(1);
    assertRunsFromSavepoint(done.path("rescaledJob").asText(), NODES);
    assertThat(journal).doesNotExist();
  }

  private Optional<OpenRescale> journal() {
    return new RescaleFile(RescaleFile.path(file), Leadership.ALONE).open();
  }

  /** A node that has a subtask already. */
  private static int otherThan(String host) {
    return node(host) % NODES + 1;
  }
}
