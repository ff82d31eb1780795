package io.amoeba.partitioner.handover;

import static io.amoeba.partitioner.handover.HandOverJob.coordinator;
import static io.amoeba.partitioner.handover.HandOverJob.finished;
import static io.amoeba.partitioner.handover.HandOverJob.job;
import static io.amoeba.partitioner.handover.HandOverJob.randomMaps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The whole hand-over on a Flink mini cluster, with the coordinator's protocol over real HTTP. */
class HandOverTest {

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(HandOverJob.GATES)
              .build());

  private @Nullable JobClient job;

  @BeforeEach
  void freshLog() {
    ProcessingLog.reset();
  }

  @AfterEach
  void noJobAndNoCoordinator() throws Exception {
    if (job != null && !job.getJobStatus().get().isGloballyTerminalState()) {
      job.cancel().get();
    }
    HandOverJob.awaitUnsubscribed();
    System.clearProperty("amoeba.coordinator.url");
  }

  @Test
  void recordsOfAKeyStayInOrderThroughHundredsOfSwitches() throws Exception {
    try (TestCoordinator coordinator = coordinator(randomMaps(1))) {
      job = job(false, 400_000, 0).executeAsync();
      await().atMost(Duration.ofSeconds(60)).until(() -> finished(job));

      assertThat(ProcessingLog.violations()).isEmpty();
      assertThat(ProcessingLog.processed()).isEqualTo(400_000);
      assertThat(coordinator.switches()).isGreaterThan(50);
    }
  }

  @Test
  void aHandOverBufferOfOneRecordPushesBackAndKeepsTheOrder() throws Exception {
    try (TestCoordinator coordinator = coordinator(randomMaps(5))) {
      job =
          job(new Configuration(), new HandOverJob.Shape(false, 500_000, 0, HandOverJob.GATES, 1))
              .executeAsync();
      await().atMost(Duration.ofSeconds(90)).until(() -> finished(job));

      assertThat(ProcessingLog.violations()).isEmpty();
      assertThat(ProcessingLog.processed()).isEqualTo(500_000);
      assertThat(coordinator.switches()).isGreaterThan(50);
    }
  }

  @Test
  void aFailureInTheMiddleOfSwitchesLosesNothing() throws Exception {
    try (TestCoordinator coordinator = coordinator(randomMaps(2))) {
      ProcessingLog.failAfter(100_000);
      job = job(false, 300_000, 100).executeAsync();
      await().atMost(Duration.ofSeconds(90)).until(() -> finished(job));

      assertThat(ProcessingLog.failures()).isEqualTo(1);
      assertThat(ProcessingLog.violations()).isEmpty();
      assertThat(ProcessingLog.missing(300_000)).isZero();
      assertThat(coordinator.switches()).isGreaterThan(20);
    }
  }

  @Test
  void whenTheCoordinatorIsLostACheckpointEndsTheHandOver() throws Exception {
    try (TestCoordinator coordinator = coordinator(randomMaps(3))) {
      coordinator.fallSilentWith(20);
      job = job(false, 400_000, 100).executeAsync();
      await().atMost(Duration.ofSeconds(60)).until(() -> finished(job));

      assertThat(coordinator.switches()).isEqualTo(19);
      assertThat(ProcessingLog.violations()).isEmpty();
      assertThat(ProcessingLog.processed()).isEqualTo(400_000);
    }
  }
}
