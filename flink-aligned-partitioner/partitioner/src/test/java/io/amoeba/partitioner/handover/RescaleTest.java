package io.amoeba.partitioner.handover;

import static io.amoeba.partitioner.handover.HandOverJob.coordinator;
import static io.amoeba.partitioner.handover.HandOverJob.finished;
import static io.amoeba.partitioner.handover.HandOverJob.job;
import static io.amoeba.partitioner.handover.HandOverJob.randomMaps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.partitioner.handover.HandOverJob.Shape;
import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.PlacementMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job that is stopped while gates keep records, and continues with another number of gates. */
class RescaleTest extends MiniClusterTest {

  private static final long RECORDS = 500_000;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void keptRecordsSurviveASavepointAndComeFirstAfterIt(int gates) throws Exception {
    String savepoint;
    try (TestCoordinator coordinator = coordinator(randomMaps(6))) {
      coordinator.fallSilentWith(5);
      job =
          job(new Configuration(), new Shape(false, RECORDS, 0, HandOverJob.GATES, 65_536))
              .executeAsync();
      await().atMost(Duration.ofSeconds(30)).until(() -> coordinator.held() > 100);
      savepoint =
          job.stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
              .get();
    }
    HandOverJob.awaitUnsubscribed();
    assertThat(ProcessingLog.processed()).isBetween(1L, RECORDS - 100);

    Configuration configuration = new Configuration();
    configuration.setString("execution.state-recovery.path", savepoint);
    try (TestCoordinator coordinator = coordinator(randomMaps(7, gates))) {
      job = job(configuration, new Shape(false, RECORDS, 0, gates, 65_536)).executeAsync();
      await().atMost(Duration.ofSeconds(60)).until(() -> finished(job));

      assertThat(ProcessingLog.violations()).isEmpty();
      assertThat(ProcessingLog.processed()).isEqualTo(RECORDS);
      assertThat(ProcessingLog.missing((int) RECORDS)).isZero();
      assertThat(coordinator.switches()).isGreaterThan(20);
    }
  }

  /** Forged maps of an epoch beyond every honest one were committed before the savepoint. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void mapsStartAgainAfterASavepointWithAnImpossibleEpoch(int gates) throws Exception {
    long forged = EpochBounds.LARGEST - 1_000;
    LongFunction<PlacementMap> maps = randomMaps(6);
    String savepoint;
    try (TestCoordinator coordinator =
        coordinator(epoch -> maps.apply(epoch < forged ? forged : epoch))) {
      coordinator.fallSilentWith(forged + 3);
      job =
          job(new Configuration(), new Shape(false, RECORDS, 0, HandOverJob.GATES, 65_536))
              .executeAsync();
      await().atMost(Duration.ofSeconds(60)).until(() -> coordinator.held() > 100);
      savepoint =
          job.stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
              .get();
    }
    HandOverJob.awaitUnsubscribed();

    Configuration configuration = new Configuration();
    configuration.setString("execution.state-recovery.path", savepoint);
    List<Long> published = new CopyOnWriteArrayList<>();
    LongFunction<PlacementMap> honest = randomMaps(7, gates);
    try (TestCoordinator coordinator =
        coordinator(
            epoch -> {
              published.add(epoch);
              return honest.apply(epoch);
            })) {
      job = job(configuration, new Shape(false, RECORDS, 0, gates, 65_536)).executeAsync();
      await().atMost(Duration.ofSeconds(120)).until(() -> finished(job));

      assertThat(published.get(0)).isEqualTo(1);
      assertThat(ProcessingLog.violations()).isEmpty();
      assertThat(ProcessingLog.processed()).isEqualTo(RECORDS);
      assertThat(ProcessingLog.missing((int) RECORDS)).isZero();
      assertThat(coordinator.switches()).isPositive();
    }
  }
}
