package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.checks.testjob.Fuse;
import io.amoeba.coordinator.checks.testjob.PartitionedJob;
import io.amoeba.coordinator.state.OperationFile;
import io.amoeba.embedded.disk.FullDisk;
import io.amoeba.embedded.flink.JobSubmission;
import io.amoeba.embedded.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    assertThat(plans.plan(id).toString()).contains("it was not stopped, and continues unchanged");
    cluster.flink().jobs().awaitRunning(job, PATIENCE);
    assertThat(alive()).isEqualTo(1);
    assertThat(journal()).isEmpty();
    assertThat(plans.awaitProposed().path("action").asText())
        .as("not again")
        .isEqualTo("align_routing");
  }

  @Test
  void aDiskThatIsFullAtTheSavepointLeavesTheJobAsItIs() throws IOException {
    Optional<FullDisk> mounted = FullDisk.mount(folder.resolve("full"));
    assumeThat(mounted).as("only root can mount a disk").isPresent();
    try (FullDisk disk = mounted.orElseThrow()) {
      start(config(disk.folder(), 60_000, 0));
      String id = plans.awaitProposed().path("id").asText();

      plans.approve(id);

      plans.awaitEnd(id, "failed");
      assertThat(plans.plan(id).toString())
          .contains("it was not stopped, and continues unchanged", "No space left on device");
      cluster.flink().jobs().awaitRunning(job, PATIENCE);
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
  void aJobThatIsCancelledMeanwhileIsNotStartedAgain() {
    start(config(folder.resolve("savepoints"), 60_000, 0));
    String id = plans.awaitProposed().path("id").asText();

    ServerProcess paused = beginAnEndlessStop(id);
    cluster.flink().jobs().cancel(job);
    paused.resume();

    plans.awaitEnd(id, "failed");
    assertThat(plans.plan(id).toString()).contains("an operator has canceled it");
    assertThat(cluster.flink().jobs().state(job)).isEqualTo("CANCELED");
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
    plans.awaiting(() -> cluster.flink().jobs().state(job).equals("FINISHED"));
    cluster.flink().taskManager(node).kill();
    plans.awaiting(() -> plans.plan(id).path("state").asText().equals("failed") || isAlarm());
    boolean begun = isAlarm();
    cluster.flink().startTaskManager(node);
    plans.awaitEnd(id, begun ? "completed" : "failed");

    assertThat(plans.plan(id).toString())
        .contains(begun ? "has 3 subtasks" : "with 2 subtasks, as before");
    assertThat(alive()).isEqualTo(1);
    assertRunsFromSavepoint(begun, running(), begun ? NODES : FEWER);
    plans.awaiting(() -> !isAlarm());
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
    Path journal = OperationFile.path(file);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !cluster.flink().jobs().state(job).equals("RUNNING"));
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

  /** As when a sink cannot commit what the savepoint has made final. */
  @Test
  void aJobThatFailsToEndContinuesFromTheExistingSavepoint() throws IOException {
    submitWithFuse();
    Path fuse = Files.createFile(folder.resolve(Fuse.AT_END));
    start(configWithFuse());
    String id = plans.awaitProposed().path("id").asText();

    plans.approve(id);
    plans.awaiting(() -> cluster.flink().jobs().state(job).equals("FAILED"));
    Files.delete(fuse);

    plans.awaitEnd(id, "completed");
    assertThat(alive()).isEqualTo(1);
    assertRunsFromSavepoint(plans.plan(id).path("rescaledJob").asText(), NODES);
    assertThat(journal()).isEmpty();
  }

  @Test
  void aJobThatFailsBeforeItsSavepointIsThereIsAnAlarmThatSaysHowToStartIt() throws IOException {
    submitWithFuse();
    var unused = Checkpoints.awaitOne(cluster, job, "completed");
    start(configWithFuse());
    String id = plans.awaitProposed().path("id").asText();

    ServerProcess paused = beginAnEndlessStop(id);
    Path fuse = Files.createFile(folder.resolve(Fuse.NOW));
    paused.resume();

    plans.awaiting(this::isAlarm);
    Files.delete(fuse);
    assertThat(cluster.flink().jobs().state(job)).isEqualTo("FAILED");
    assertThat(plans.plan(id).path("state").asText()).isEqualTo("executing");
    Matcher told =
        Pattern.compile("Start it from its newest checkpoint: flink run -d -p 2 -s (\\S+) ")
            .matcher(plans.get("api/v1/state").path("symptoms").toString());
    assertThat(told.find()).as("%s", plans.get("api/v1/state").path("symptoms")).isTrue();
    String byHand =
        cluster
            .flink()
            .jobs()
            .run(
                JobSubmission.of(folder.resolve("job.jar"), PartitionedJob.class.getName())
                    .with(List.of(folder.toString()), FEWER)
                    .withSavepoint(told.group(1)));

    plans.awaitEnd(id, "failed");
    assertThat(plans.plan(id).toString())
        .contains("an operator has started it again, as " + byHand);
    cluster.flink().jobs().awaitRunning(byHand, PATIENCE);
    assertThat(alive()).isEqualTo(1);
    assertThat(journal()).isEmpty();
    plans.awaiting(() -> !isAlarm());
  }

  @Test
  void aJobThatStopsWhileTheCoordinatorIsCutOffFromFlinkIsStartedWhenThatIsHealed()
      throws IOException {
    try (Cable cable = Cable.to(cluster.flink().restUrl())) {
      start(config(cable.url(), folder.resolve("savepoints"), 60_000, 0));
      String id = plans.awaitProposed().path("id").asText();

      ServerProcess paused = beginAnEndlessStop(id);
      cable.cut();
      paused.resume();
      plans.awaiting(() -> cluster.flink().jobs().state(job).equals("FINISHED"));
      plans.awaiting(
          () -> plans.plan(id).path("progress").asText().contains("Flink does not answer"));
      plans.awaiting(() -> symptoms().contains("FLINK_UNREACHABLE"));
      assertThat(plans.plan(id).path("state").asText()).isEqualTo("executing");
      assertThat(alive()).isZero();
      cable.heal();

      plans.awaitEnd(id, "completed");
      assertThat(alive()).isEqualTo(1);
      assertRunsFromSavepoint(plans.plan(id).path("rescaledJob").asText(), NODES);
      assertThat(journal()).isEmpty();
    }
  }

  @Test
  void aPrimaryThatIsKilledMeanwhileDoesNotHoldTheJobUpAndNoWriteIsLost() throws Exception {
    int hashSlot = cluster.redis().hashSlotsOf(cluster.redis().server(NODES)).get(0);
    try (AcknowledgedWrites writes =
        new AcknowledgedWrites(cluster.redis().server(1).uri(), hashSlot, hashSlot + 99, 1)) {
      start(config(folder.resolve("savepoints"), 60_000, 0));
      String id = plans.awaitProposed().path("id").asText();
      plans.awaitMore(writes, 100);

      ServerProcess paused = beginAnEndlessStop(id);
      cluster.redis().server(NODES).process().kill();
      paused.resume();
      plans.awaiting(() -> cluster.flink().jobs().state(job).equals("FINISHED"));
      plans.awaiting(() -> !running().isEmpty());
      cluster.redis().startNode(NODES);

      plans.awaitEnd(id, "completed");
      assertRunsFromSavepoint(plans.plan(id).path("rescaledJob").asText(), NODES);
      assertThat(journal()).isEmpty();
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  @Test
  void redisNodesThatAreSilentMeanwhileDoNotHoldTheJobUp() {
    start(config(folder.resolve("savepoints"), 60_000, 0));
    String id = plans.awaitProposed().path("id").asText();

    ServerProcess paused = beginAnEndlessStop(id);
    cluster.redis().servers().forEach(server -> server.process().pause());
    try {
      paused.resume();
      plans.awaiting(() -> cluster.flink().jobs().state(job).equals("FINISHED"));
      plans.awaiting(() -> !running().isEmpty());
      cluster.flink().jobs().awaitRunning(running(), PATIENCE);
      plans.awaiting(() -> symptoms().contains("REDIS_UNREACHABLE"));
    } finally {
      cluster.redis().servers().forEach(server -> server.process().resume());
    }

    plans.awaitEnd(id, "completed");
    assertThat(alive()).isEqualTo(1);
    assertRunsFromSavepoint(plans.plan(id).path("rescaledJob").asText(), NODES);
    assertThat(journal()).isEmpty();
  }

  private static String configWithFuse() {
    return config(folder.resolve("savepoints"), 60_000, 0)
        + "    arguments: ['%s']\n".formatted(folder);
  }

  /** Approves a plan and returns the paused process without which no savepoint is completed. */
  private ServerProcess beginAnEndlessStop(String id) {
    ServerProcess taskManager =
        cluster.flink().taskManager(otherThan(plans.plan(id).at("/rescaleJob/nodes/0").asText()));
    taskManager.pause();
    plans.approve(id);
    plans.awaiting(
        () -> plans.plan(id).path("progress").asText().contains("being stopped with a savepoint"));
    return taskManager;
  }

  /** A node that has a subtask already. */
  private static int otherThan(String host) {
    return node(host) % NODES + 1;
  }
}
