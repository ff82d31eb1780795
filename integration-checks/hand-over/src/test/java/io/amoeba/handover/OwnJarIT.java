package io.amoeba.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.flink.FlinkCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.redis.RedisSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two jobs of one session cluster with the partitioner in their own jar, so that each task manager
 * has two copies of it, in class loaders of their own.
 */
class OwnJarIT {

  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final int NODES = 2;
  private static final int PAUSE_MICROS = 2_000;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(FlinkVersion.class)
  void twoJobsThatCarryThePartitionerLeaveEachOtherAlone(FlinkVersion version) throws Exception {
    int port = new FreePorts(new Random(14)).next("127.0.0.1");
    Path jar = jarWithPartitioner();
    try (EmbeddedCluster cluster = start(version, port);
        CheckedKeys keys = new CheckedKeys(cluster.redis().server(1), "a");
        CheckedKeys others = new CheckedKeys(cluster.redis().server(1), "b")) {
      CoordinatorProcess coordinator =
          new CoordinatorProcess(cluster, port, folder, "hand-over check a");
      submit(cluster, jar, "a");
      await().atMost(TIMEOUT).ignoreExceptions().until(coordinator::isAligned);
      submit(cluster, jar, "b");
      await().atMost(TIMEOUT).until(() -> others.records() > 500);

      // On a busy machine reports may come late, which changes the document once more.
      await()
          .atMost(TIMEOUT)
          .untilAsserted(
              () ->
                  assertThat(changesWhileAllKeysMoveOn(coordinator, keys))
                      .as("changes of the placement document while nothing happens")
                      .isLessThan(5));

      await().atMost(TIMEOUT).ignoreExceptions().until(() -> coordinator.drillBegins(50));
      await().atMost(TIMEOUT).ignoreExceptions().until(() -> coordinator.completedSwitches() >= 5);
      coordinator.stopDrill();
      await().atMost(TIMEOUT).ignoreExceptions().until(coordinator::drillIsIdle);
      keys.assertNothingReorderedOrLost();
      others.assertNothingReorderedOrLost();
    }
  }

  private static long changesWhileAllKeysMoveOn(CoordinatorProcess coordinator, CheckedKeys keys)
      throws IOException {
    long before = coordinator.documentVersion();
    for (int round = 0; round < 5; round++) {
      List<Tally> beforeRound = keys.tallies();
      await().atMost(TIMEOUT).until(() -> keys.allHaveMovedOnSince(beforeRound));
    }
    return coordinator.documentVersion() - before;
  }

  private static void submit(EmbeddedCluster cluster, Path jar, String prefix) {
    FlinkCluster flink = cluster.flink();
    String job =
        flink
            .jobs()
            .run(CheckJobs.handOverCheck(jar, cluster, prefix, PAUSE_MICROS, "ordered", NODES));
    flink.jobs().awaitRunning(job, TIMEOUT);
  }

  private Path jarWithPartitioner() throws Exception {
    Path jar = folder.resolve("own.jar");
    Set<String> names = new HashSet<>();
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      copy(CheckJobs.jar(), out, names);
      copy(CheckJobs.partitioner(), out, names);
    }
    return jar;
  }

  private static void copy(Path jar, ZipOutputStream out, Set<String> names) throws IOException {
    try (InputStream file = Files.newInputStream(jar);
        ZipInputStream in = new ZipInputStream(file)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (names.add(entry.getName())) {
          out.putNextEntry(new ZipEntry(entry.getName()));
          in.transferTo(out);
          out.closeEntry();
        }
      }
    }
  }

  private static EmbeddedCluster start(FlinkVersion version, int port) {
    Map<String, String> properties = CheckJobs.coordinatorAt(port);
    return EmbeddedCluster.builder()
        .nodes(NODES)
        .redis(RedisSettings.defaults())
        .flink(FlinkSettings.of(version).withTaskSlots(2).withSystemProperties(node -> properties))
        .start();
  }
}
