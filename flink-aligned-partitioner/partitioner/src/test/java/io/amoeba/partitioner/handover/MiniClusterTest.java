package io.amoeba.partitioner.handover;

import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A Flink mini cluster on which each test leaves neither job nor subscription. */
abstract class MiniClusterTest {

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(HandOverJob.GATES)
              .build());

  @Nullable JobClient job;

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
}
