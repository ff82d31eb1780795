package io.amoeba.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Savepoints of each format of the state, taken while gates kept records, on a Flink of separate
 * processes: they restore with the same and with another number of subtasks. What gates kept is
 * behind the source's position, so it would be missing if it were not restored.
 */
class SavepointCompatibilityIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final int SUBTASKS = 2;
  private static final int NODES = 3;

  /** The format of the first release's candidates, and the one that replaced it. */
  private static final List<String> FORMATS = List.of("union-state", "barrier-state");

  @TempDir Path folder;

  /** One test for each line, as starting takes longest. */
  @ParameterizedTest
  @EnumSource(FlinkVersion.class)
  void nothingOfASavepointIsLostOrProcessedTwice(FlinkVersion version) throws Exception {
    try (EmbeddedCluster cluster = start(version)) {
      for (String format : FORMATS) {
        Path savepoint = resource("/savepoints/" + format + "/" + version);
        restores(cluster.flink(), savepoint, SUBTASKS);
        restores(cluster.flink(), savepoint, NODES);
      }
    }
  }

  private void restores(FlinkCluster flink, Path savepoint, int gates) throws Exception {
    Properties facts = facts(savepoint);
    BitSet before = NumberedFiles.ofText(facts.getProperty("processed"));
    Path output = Files.createTempDirectory(folder, "output");
    String job = restore(flink, savepoint, output, gates);
    OperatorMetrics metrics = new OperatorMetrics(flink, job);
    long epoch = Long.parseLong(facts.getProperty("epoch"));
    await().atMost(TIMEOUT).until(() -> metrics.max("amoeba.routing.epoch") == epoch);
    checkpointsCompleteAfterTheFirstSourceSubtaskHasEnded(flink, job);
    await().atMost(TIMEOUT).until(() -> flink.jobs().state(job).equals("FINISHED"));

    BitSet after = NumberedFiles.processed(output);
    NumberedFiles.assertOrdered(output);
    assertThat(after.intersects(before)).as("numbers that were processed twice").isFalse();
    after.or(before);
    assertThat(after.cardinality())
        .as("numbers of %s with %d gates", savepoint, gates)
        .isEqualTo(KeptRecordsJob.NUMBERS);
  }

  /** Also of state that Flink refuses to checkpoint then, as it was before. */
  private static void checkpointsCompleteAfterTheFirstSourceSubtaskHasEnded(
      FlinkCluster flink, String job) {
    await().atMost(TIMEOUT).until(() -> MixedSourcesIT.finishedTasks(flink, job) > 0);
    long before = MixedSourcesIT.completed(flink, job);
    await().atMost(TIMEOUT).until(() -> MixedSourcesIT.completed(flink, job) >= before + 2);
    assertThat(flink.jobs().state(job)).isEqualTo("RUNNING");
  }

  private static String restore(FlinkCluster flink, Path savepoint, Path output, int gates) {
    return flink
        .jobs()
        .run(
            CheckJobs.keptRecords(output, "0,3000", gates)
                .withConfig(Map.of("execution.checkpointing.interval", "500 ms"))
                .withSavepoint(savepoint.toUri().toString()));
  }

  private static Properties facts(Path savepoint) throws Exception {
    Properties facts = new Properties();
    try (InputStream in = Files.newInputStream(savepoint.resolve("facts.properties"))) {
      facts.load(in);
    }
    return facts;
  }

  private static EmbeddedCluster start(FlinkVersion version) {
    return EmbeddedCluster.builder()
        .nodes(NODES)
        .flink(FlinkSettings.of(version).withExtraJars(List.of(CheckJobs.partitioner())))
        .start();
  }

  private static Path resource(String name) throws URISyntaxException {
    return Path.of(SavepointCompatibilityIT.class.getResource(name).toURI());
  }
}
