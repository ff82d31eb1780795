package io.amoeba.partitioner.handover;

import static io.amoeba.partitioner.handover.HandOverJob.coordinator;
import static io.amoeba.partitioner.handover.HandOverJob.finished;
import static io.amoeba.partitioner.handover.HandOverJob.randomMaps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.releasedformats.Release;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A job that is stopped by one release and started by another one, in either direction. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReleasedSavepointTest extends MiniClusterTest {

  private static final int GATES = 3;
  private static final String KEPT_RECORDS = "amoeba-gate-kept-records";

  @TempDir Path folder;

  private static Path savepoint(Release release) {
    return release.folder().resolve("savepoint");
  }

  private static List<Release> releases() {
    return Release.all().stream().filter(release -> Files.isDirectory(savepoint(release))).toList();
  }

  static Stream<Arguments> releasesAndGates() {
    return releases().stream()
        .flatMap(release -> Stream.of(GATES, GATES - 1).map(n -> Arguments.of(release, n)));
  }

  /** First, as it may keep a savepoint for the other one. */
  @Test
  @Order(1)
  void todaysSavepointHasTheStatesThatTheNewestReleaseLooksFor() throws Exception {
    Path today = savepointOfAStoppedJob();
    Optional<Release> made = Release.made();
    if (made.isPresent() && !Files.exists(savepoint(made.get()))) {
      keep(today, savepoint(made.get()));
    }

    List<Release> releases = releases();
    assertThat(releases).isNotEmpty();
    Path newest = savepoint(releases.get(releases.size() - 1));
    assertThat(states(today)).isEqualTo(states(newest));
    assertThat(states(newest).values()).anyMatch(names -> names.contains(KEPT_RECORDS));
  }

  @ParameterizedTest
  @MethodSource("releasesAndGates")
  @Order(2)
  void aSavepointOfAReleaseIsRestored(Release release, int gates) throws Exception {
    Configuration configuration = new Configuration();
    configuration.setString("execution.state-recovery.path", savepoint(release).toUri().toString());
    try (TestCoordinator unused = coordinator(randomMaps(7, gates))) {
      JobClient restored = SavedJob.job(configuration, gates, false).executeAsync();
      job = restored;
      await().atMost(Duration.ofSeconds(60)).until(() -> finished(restored));
    }

    assertThat(ProcessingLog.violations()).isEmpty();
    assertThat(ProcessingLog.processed()).isBetween(1L, SavedJob.RECORDS - 1L);
    assertThat(SavedJob.takeCounts())
        .as("each record once, before the savepoint or after it")
        .hasSize(SavedJob.KEYS)
        .allSatisfy((key, count) -> assertThat(count).isEqualTo(SavedJob.RECORDS / SavedJob.KEYS));
  }

  /** Gates keep records in it: the coordinator was lost in the middle of a hand-over. */
  private Path savepointOfAStoppedJob() throws Exception {
    String savepoint;
    try (TestCoordinator coordinator = coordinator(randomMaps(6, GATES))) {
      coordinator.fallSilentWith(3);
      JobClient running = SavedJob.job(new Configuration(), GATES, true).executeAsync();
      job = running;
      await().atMost(Duration.ofSeconds(30)).until(() -> coordinator.held() > 20);
      savepoint =
          running
              .stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
              .get();
    }
    assertThat(SavedJob.takeCounts()).isNotEmpty();
    assertThat(ProcessingLog.violations()).isEmpty();
    return Path.of(URI.create(savepoint));
  }

  private static void keep(Path savepoint, Path kept) throws IOException {
    Files.createDirectories(kept);
    try (Stream<Path> files = Files.list(savepoint)) {
      for (Path file : files.toList()) {
        Files.copy(file, kept.resolve(file.getFileName().toString()));
      }
    }
  }

  /** The names of all filled states of each operator of the partitioner, by the operator's id. */
  private static Map<String, Set<String>> states(Path savepoint) throws IOException {
    Map<String, Set<String>> states = new TreeMap<>();
    try (DataInputStream in =
        new DataInputStream(Files.newInputStream(savepoint.resolve("_metadata")))) {
      for (OperatorState operator :
          Checkpoints.loadCheckpointMetadata(
                  in, ReleasedSavepointTest.class.getClassLoader(), savepoint.toUri().toString())
              .getOperatorStates()) {
        Set<String> names = names(operator);
        if (names.stream().anyMatch(name -> name.startsWith("amoeba-"))) {
          states.put(operator.getOperatorID().toString(), names);
        }
      }
    }
    return states;
  }

  private static Set<String> names(OperatorState operator) {
    Set<String> names = new TreeSet<>();
    for (OperatorSubtaskState subtask : operator.getStates()) {
      for (OperatorStateHandle handle : subtask.getManagedOperatorState()) {
        handle
            .getStateNameToPartitionOffsets()
            .forEach(
                (name, place) -> {
                  if (place.getOffsets().length > 0) {
                    names.add(name);
                  }
                });
      }
    }
    return names;
  }
}
