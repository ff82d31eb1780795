package io.amoeba.partitioner.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.partitioner.keyed.KeyedJob.Shape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** State, timers and windows of a stream on aligned keys, through savepoints and rescaling. */
class KeyedRescaleTest {

  private static final int SUBTASKS = 4;

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(SUBTASKS)
              .build());

  @TempDir Path folder;

  private @Nullable JobClient job;

  @BeforeEach
  void freshLog() {
    KeyedLog.reset();
  }

  @AfterEach
  void noJob() throws Exception {
    if (job != null && !job.getJobStatus().get().isGloballyTerminalState()) {
      job.cancel().get();
    }
  }

  @ParameterizedTest
  @CsvSource({"16384, 2, hashmap", "16384, 3, hashmap", "128, 3, rocksdb"})
  void everyKeyKeepsItsStateOnTheSubtaskOfItsHashSlot(
      int maxParallelism, int restoredParallelism, String backend) throws Exception {
    String savepoint = savepointOfAStoppedJob(maxParallelism, backend);
    assertThat(KeyedLog.recordsProcessed()).isLessThan(KeyedJob.RECORDS);
    assertThat(KeyedLog.counts()).isEmpty();

    Shape after = new Shape(maxParallelism, restoredParallelism, false);
    job = KeyedJob.aligned(restoring(savepoint, backend), after).executeAsync();
    finish(job);

    assertThat(KeyedLog.problems()).isEmpty();
    assertThat(KeyedLog.strays()).isZero();
    assertThat(KeyedLog.recordsProcessed()).isEqualTo(KeyedJob.RECORDS);
    assertThat(KeyedLog.counts())
        .hasSize(KeyedJob.KEYS)
        .allSatisfy((key, count) -> assertThat(count).isEqualTo(KeyedJob.RECORDS / KeyedJob.KEYS));
    assertThat(KeyedLog.windows())
        .isEqualTo(KeyedJob.KEYS * (KeyedJob.RECORDS / KeyedJob.WINDOW_MILLIS));
    assertThat(KeyedLog.recordsInWindows()).isEqualTo(KeyedJob.RECORDS);
  }

  @Test
  void aJobWithAnotherMaximumParallelismThanItsKeysIsEndedByTheCheck() throws Exception {
    job =
        KeyedJob.alignedFor(16_384, configuration("hashmap"), new Shape(128, SUBTASKS, false))
            .executeAsync();

    assertThatThrownBy(() -> finish(job))
        .rootCause()
        .hasMessageContaining("is 128, but its aligned keys are made for 16384")
        .hasMessageContaining("pipeline.max-parallelism");
  }

  @Test
  void aSavepointOfKeysForAnotherMaximumParallelismIsNotRestored() throws Exception {
    String savepoint = savepointOfAStoppedJob(1024, "hashmap");

    job =
        KeyedJob.alignedFor(128, restoring(savepoint, "hashmap"), new Shape(1024, SUBTASKS, false))
            .executeAsync();

    assertThatThrownBy(() -> finish(job))
        .hasStackTraceContaining("must be compatible")
        .hasStackTraceContaining("serializer of aligned keys for max parallelism 1024")
        .hasStackTraceContaining("serializer of aligned keys for max parallelism 128");
  }

  /** The checks above can fail. */
  @Test
  void flinksOwnKeysAreAnywhere() throws Exception {
    job = KeyedJob.plain(configuration("hashmap"), new Shape(1024, SUBTASKS, false)).executeAsync();
    finish(job);

    assertThat(KeyedLog.problems()).isEmpty();
    assertThat(KeyedLog.strays()).isGreaterThan(KeyedJob.RECORDS / 2);
  }

  /** All keys have state, a timer and open windows in it. */
  private String savepointOfAStoppedJob(int maxParallelism, String backend) throws Exception {
    JobClient running =
        KeyedJob.aligned(configuration(backend), new Shape(maxParallelism, SUBTASKS, true))
            .executeAsync();
    job = running;
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> KeyedLog.recordsProcessed() >= KeyedJob.UNBRAKED * 2);
    return running
        .stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
        .get(3, TimeUnit.MINUTES);
  }

  private static Configuration restoring(String savepoint, String backend) {
    Configuration configuration = configuration(backend);
    configuration.setString("execution.state-recovery.path", savepoint);
    return configuration;
  }

  private static void finish(@Nullable JobClient job) throws Exception {
    Objects.requireNonNull(job).getJobExecutionResult().get(3, TimeUnit.MINUTES);
  }

  private static Configuration configuration(String backend) {
    Configuration configuration = new Configuration();
    configuration.setString("state.backend.type", backend);
    configuration.setString("restart-strategy.type", "none");
    return configuration;
  }
}
