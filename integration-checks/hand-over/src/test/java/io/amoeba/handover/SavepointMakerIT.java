package io.amoeba.handover;

import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.process.FreePorts;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Makes the savepoints that {@link SavepointCompatibilityIT} restores, with the partitioner as it
 * is now. Run once for each format of the state: {@code -Damoeba.test.savepoints=FOLDER}.
 */
@EnabledIfSystemProperty(named = "amoeba.test.savepoints", matches = ".+")
class SavepointMakerIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final int NODES = 2;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(FlinkVersion.class)
  void aSavepointIsTakenWhileGatesKeepRecords(FlinkVersion version) throws Exception {
    Path target = Path.of(System.getProperty("amoeba.test.savepoints"), version.name());
    int port = new FreePorts(new Random(12)).next("127.0.0.1");
    Path output = Files.createDirectories(folder.resolve("output"));
    try (EmbeddedCluster cluster = CheckJobs.start(NODES, FlinkSettings.of(version), port)) {
      CoordinatorProcess coordinator = new CoordinatorProcess(cluster, port, folder);
      String job = cluster.flink().jobs().run(CheckJobs.keptRecords(output, "20000", NODES));
      cluster.flink().jobs().awaitRunning(job, TIMEOUT);
      OperatorMetrics metrics = new OperatorMetrics(cluster.flink(), job);
      loseTheCoordinatorInAHandOver(coordinator, metrics);
      long epoch = metrics.max("amoeba.routing.epoch");
      String location =
          cluster.flink().jobs().stopWithSavepoint(job, false, folder.resolve("savepoints"));
      keep(Path.of(URI.create(location)), output, epoch, target);
    }
  }

  /** Its end comes between two hand-overs at times: then once more. */
  private static void loseTheCoordinatorInAHandOver(
      CoordinatorProcess coordinator, OperatorMetrics metrics) throws Exception {
    while (true) {
      await().atMost(TIMEOUT).ignoreExceptions().until(coordinator::isAligned);
      await().atMost(TIMEOUT).ignoreExceptions().until(() -> coordinator.drillBegins(10));
      await().atMost(TIMEOUT).ignoreExceptions().until(() -> coordinator.completedSwitches() >= 5);
      coordinator.kill();
      long before = metrics.sum("numRecordsOut");
      await().atMost(TIMEOUT).until(() -> metrics.sum("numRecordsOut") > before + 200);
      if (metrics.sum("amoeba.handover.held") > 5) {
        return;
      }
      coordinator.startAgain();
    }
  }

  private static void keep(Path savepoint, Path output, long epoch, Path target) throws Exception {
    Files.createDirectories(target);
    try (Stream<Path> files = Files.list(savepoint)) {
      for (Path file : files.toList()) {
        Files.copy(file, target.resolve(file.getFileName()));
      }
    }
    Properties facts = new Properties();
    facts.setProperty("epoch", Long.toString(epoch));
    facts.setProperty("processed", NumberedFiles.text(NumberedFiles.processed(output)));
    StringBuilder text = new StringBuilder();
    facts.stringPropertyNames().stream()
        .sorted()
        .forEach(key -> text.append(key + "=" + facts.getProperty(key) + "\n"));
    Files.writeString(target.resolve("facts.properties"), text);
  }
}
