package io.amoeba.partitioner.handover;

import static io.amoeba.partitioner.handover.HandOverJob.coordinator;
import static io.amoeba.partitioner.handover.HandOverJob.finished;
import static io.amoeba.partitioner.handover.HandOverJob.job;
import static io.amoeba.partitioner.handover.HandOverJob.randomMaps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

/** The whole hand-over on a Flink mini cluster, with the coordinator's protocol over real HTTP. */
class HandOverTest extends MiniClusterTest {

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
  void aHandOverBufferOfOneBytePushesBackAndKeepsTheOrder() throws Exception {
    try (TestCoordinator coordinator = coordinator(randomMaps(9))) {
      job =
          job(
                  new Configuration(),
                  new HandOverJob.Shape(false, 500_000, 0, HandOverJob.GATES, 65_536)
                      .withBufferBytes(1))
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

  /** The checks above can fail. */
  @Test
  void theImmediateSwitchDoesReorder() throws Exception {
    try (TestCoordinator ignored = coordinator(randomMaps(4))) {
      job = job(true, 400_000, 0).executeAsync();
      await().atMost(Duration.ofSeconds(60)).until(() -> finished(job));

      assertThat(ProcessingLog.processed()).isEqualTo(400_000);
      assertThat(ProcessingLog.violations()).isNotEmpty();
    }
  }
}
