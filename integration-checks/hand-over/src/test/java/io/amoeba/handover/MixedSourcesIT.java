package io.amoeba.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.flink.JobSubmission;
import io.amoeba.embedded.process.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One source subtask ends long before the other, on a Flink of separate processes, with the real
 * coordinator: checkpoints complete, maps change, and a savepoint restores with more subtasks.
 */
class MixedSourcesIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final int NODES = 3;
  private static final int SUBTASKS = 2;

  /**
   * The first source subtask ends after ten seconds, the other one needs minutes. Not sooner, or
   * the first one might take the other lane, too, before the second one has started.
   */
  private static final String SLOW = "1000,20000";

  private static final String FAST = "0";

  @TempDir Path folder;

  @Test
  void anEndedSourceSubtaskStopsNothing() throws Exception {
    anEndedSourceSubtaskStopsNothing(FlinkVersion.V2_3);
  }

  @Test
  @Tag("long")
  void anEndedSourceSubtaskStopsNothingOnTheOlderLineOfFlink() throws Exception {
    anEndedSourceSubtaskStopsNothing(FlinkVersion.V1_20);
  }

  private void anEndedSourceSubtaskStopsNothing(FlinkVersion version) throws Exception {
    int port = new FreePorts(new Random(13)).next("127.0.0.1");
    Path output = Files.createDirectories(folder.resolve("output"));
    Path savepoints = Files.createDirectories(folder.resolve("savepoints"));
    try (EmbeddedCluster cluster = CheckJobs.start(NODES, FlinkSettings.of(version), port)) {
      CoordinatorProcess coordinator = new CoordinatorProcess(cluster, port, folder);
      FlinkCluster flink = cluster.flink();

      String first = flink.jobs().run(job(output, SLOW, SUBTASKS));
      await().atMost(TIMEOUT).until(() -> finishedTasks(flink, first) > 0);
      checkpointsComplete(flink, first);
      mapsChange(coordinator);
      String savepoint = flink.jobs().stopWithSavepoint(first, false, savepoints);

      String second = flink.jobs().run(job(output, SLOW, NODES).withSavepoint(savepoint));
      await().atMost(TIMEOUT).until(() -> finishedTasks(flink, second) > 0);
      checkpointsComplete(flink, second);
      mapsChange(coordinator);
      String another = flink.jobs().stopWithSavepoint(second, false, savepoints);

      String third = flink.jobs().run(job(output, FAST, SUBTASKS).withSavepoint(another));
      await().atMost(TIMEOUT).until(() -> flink.jobs().state(third).equals("FINISHED"));
    }

    assertThat(NumberedFiles.processed(output).cardinality()).isEqualTo(KeptRecordsJob.NUMBERS);
  }

  private static JobSubmission job(Path output, String pausesMicros, int parallelism) {
    return CheckJobs.keptRecords(output, pausesMicros, parallelism)
        .withConfig(Map.of("execution.checkpointing.interval", "500 ms"));
  }

  static int finishedTasks(FlinkCluster flink, String job) {
    int finished = 0;
    for (JsonNode vertex : flink.get("/jobs/" + job).path("vertices")) {
      finished += vertex.path("tasks").path("FINISHED").asInt();
    }
    return finished;
  }

  private static void checkpointsComplete(FlinkCluster flink, String job) {
    long before = completed(flink, job);
    await().atMost(TIMEOUT).until(() -> completed(flink, job) >= before + 3);
  }

  static long completed(FlinkCluster flink, String job) {
    return flink.get("/jobs/" + job + "/checkpoints").at("/counts/completed").asLong();
  }

  private static void mapsChange(CoordinatorProcess coordinator) throws Exception {
    await().atMost(TIMEOUT).ignoreExceptions().until(() -> coordinator.drillBegins(50));
    await().atMost(TIMEOUT).ignoreExceptions().until(() -> coordinator.completedSwitches() >= 3);
    coordinator.stopDrill();
    await().atMost(TIMEOUT).ignoreExceptions().until(coordinator::drillIsIdle);
  }
}
