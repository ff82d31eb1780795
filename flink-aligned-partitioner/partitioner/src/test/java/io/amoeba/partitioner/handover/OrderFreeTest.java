package io.amoeba.partitioner.handover;

import static io.amoeba.partitioner.handover.HandOverJob.coordinator;
import static io.amoeba.partitioner.handover.HandOverJob.finished;
import static io.amoeba.partitioner.handover.HandOverJob.job;
import static io.amoeba.partitioner.handover.HandOverJob.randomMaps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The immediate switch reorders: the check that finds nothing in {@link HandOverTest} can fail. */
class OrderFreeTest {

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
  void theImmediateSwitchDoesReorder() throws Exception {
    try (TestCoordinator coordinator = coordinator(randomMaps(4))) {
      job = job(true, 400_000, 0).executeAsync();
      await().atMost(Duration.ofSeconds(60)).until(() -> finished(job));

      assertThat(ProcessingLog.processed()).isEqualTo(400_000);
      assertThat(ProcessingLog.violations()).isNotEmpty();
    }
  }
}
