package io.amoeba.partitioner.handover;

import static io.amoeba.partitioner.handover.HandOverJob.coordinator;
import static io.amoeba.partitioner.handover.HandOverJob.finished;
import static io.amoeba.partitioner.handover.HandOverJob.job;
import static io.amoeba.partitioner.handover.HandOverJob.randomMaps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.partitioner.handover.HandOverJob.Shape;
import java.time.Duration;
import java.util.Objects;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.junit.jupiter.api.Test;

/** A job one of whose source subtasks has nothing left to read, while the other one continues. */
class EndedSourceTest extends MiniClusterTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final int RECORDS = 200_000;

  @Test
  void checkpointsHandOversAndRestoresContinueAfterOneSourceSubtaskHasEnded(
      @InjectMiniCluster MiniCluster flink) throws Exception {
    try (TestCoordinator coordinator = coordinator(randomMaps(8))) {
      job =
          job(
                  new Configuration(),
                  new Shape(false, RECORDS, 100, HandOverJob.GATES, 65_536)
                      .withSlownessOfLastRouter(8))
              .executeAsync();
      await().atMost(TIMEOUT).until(() -> coordinator.endedRouters() == 1);

      long switches = coordinator.switches();
      long checkpoints = completedCheckpoints(flink);
      await().atMost(TIMEOUT).until(() -> completedCheckpoints(flink) >= checkpoints + 3);
      await().atMost(TIMEOUT).until(() -> coordinator.switches() >= switches + 5);
      assertThat(finished(job)).as("the slower source subtask has ended too early").isFalse();

      ProcessingLog.failAfter(ProcessingLog.processed() + 100);
      await().atMost(TIMEOUT).until(() -> finished(job));

      assertThat(ProcessingLog.failures()).isEqualTo(1);
      assertThat(ProcessingLog.violations()).isEmpty();
      assertThat(ProcessingLog.missing(RECORDS)).isZero();
    }
  }

  private long completedCheckpoints(MiniCluster flink) throws Exception {
    return Objects.requireNonNull(
            flink
                .getExecutionGraph(Objects.requireNonNull(job).getJobID())
                .get()
                .getCheckpointStatsSnapshot())
        .getCounts()
        .getNumberOfCompletedCheckpoints();
  }
}
