package io.amoeba.experiments.hints;

import static io.amoeba.experiments.hints.HintSeriesExamples.FROM;
import static io.amoeba.experiments.hints.HintSeriesExamples.MOVED;
import static io.amoeba.experiments.hints.HintSeriesExamples.OPS;
import static io.amoeba.experiments.hints.HintSeriesExamples.sample;
import static io.amoeba.experiments.hints.HintSeriesExamples.slowFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.experiments.probe.CacheSample;
import io.amoeba.experiments.usage.ContainerUsage;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class HintAnalysisTest {
  private static final Offset<Double> EXACT = within(1e-9);

  @Test
  void aColdNodeServesHalfUntilItsCachesAreWarm() {
    HintFigures figures = HintAnalysis.of(slowFor(40));

    assertThat(figures.opsBefore()).isEqualTo(OPS);
    assertThat(figures.opsAfterFirst10s()).isEqualTo(OPS / 2.0);
    assertThat(figures.opsLast()).isEqualTo(OPS);
    assertThat(figures.missBefore()).isEqualTo(0.3, EXACT);
    assertThat(figures.missAfterFirst10s()).isEqualTo(1, EXACT);
    assertThat(figures.missLast()).isEqualTo(0.3, EXACT);
    assertThat(figures.recovered()).isTrue();
    // A window that begins a second earlier has 5 % less.
    assertThat(figures.recoverySeconds()).isEqualTo(39);
  }

  @Test
  void aWarmNodeNeedsNoTime() {
    HintFigures figures = HintAnalysis.of(slowFor(0));

    assertThat(figures.opsAfterFirst10s()).isEqualTo(OPS);
    assertThat(figures.missAfterFirst10s()).isEqualTo(figures.missBefore(), EXACT);
    assertThat(figures.recovered()).isTrue();
    assertThat(figures.recoverySeconds()).isZero();
  }

  @Test
  void throughputThatDoesNotComeBackIsToldByTheEndOfTheMeasurement() {
    HintFigures figures = HintAnalysis.of(slowFor(1_000));

    assertThat(figures.recovered()).isFalse();
    assertThat(figures.recoverySeconds()).isEqualTo(100);
  }

  @Test
  void hintsAreCountedPerHintAndPerRead() {
    HintFigures figures = HintAnalysis.of(slowFor(0));

    assertThat(figures.bytesPerHint()).isEqualTo(30, EXACT);
    assertThat(figures.summarisedShort()).isEqualTo(0.2, EXACT);
    assertThat(figures.summarisedLong()).isEqualTo(0.4, EXACT);
    assertThat(figures.hintsDropped()).isEqualTo(8);
  }

  @Test
  void processorsAndDisksAreThoseOfTheTimeBeforeTheMove() {
    HintFigures figures = HintAnalysis.of(slowFor(40));

    assertThat(figures.servingMillisPerOperation()).isEqualTo(0.4, EXACT);
    assertThat(figures.receiverCpus()).isEqualTo(0.1, EXACT);
    assertThat(figures.receiverReadsPerSecond()).isEqualTo(200, EXACT);
    assertThat(figures.receiverMebibytesPerSecond()).isEqualTo(1, EXACT);
    assertThat(figures.meanMillisBefore()).isEqualTo(5, EXACT);
  }

  @Test
  void lessIsWhatIsMissingOfTheOther() {
    assertThat(HintAnalysis.lessPercent(990, 1_000)).isEqualTo(1, EXACT);
    assertThat(HintAnalysis.lessPercent(1_010, 1_000)).isEqualTo(-1, EXACT);
  }

  @Test
  void stockTellsNothingOfHints() {
    List<CacheSample> samples = List.of(sample(FROM, 0, 0), sample(MOVED, 70, 30));
    HintFigures figures =
        HintAnalysis.of(
            new HintSeries(
                FROM,
                MOVED,
                MOVED,
                new ContainerUsage.DiskReads(0, 0),
                slowFor(0).traffic(),
                samples,
                samples));

    assertThat(figures.missBefore()).isEqualTo(0.3, EXACT);
    // No sample after the move.
    assertThat(figures.missAfterFirst10s()).isNaN();
    assertThat(figures.bytesPerHint()).isNaN();
    assertThat(figures.summarisedShort()).isNaN();
  }

  @Test
  void samplesAreThoseThatWereThereAtBothEnds() {
    List<CacheSample> samples = List.of(sample(1, 10, 0), sample(2, 20, 5), sample(3, 30, 9));

    assertThat(CacheSample.counted(samples, 1.5, 2.5)).isEqualTo(sample(1, 10, 5));
    assertThat(CacheSample.counted(samples, 0, 9)).isEqualTo(sample(2, 20, 9));
    assertThat(CacheSample.counted(samples, 4, 9)).isEqualTo(sample(0, 0, 0));
    assertThat(CacheSample.counted(List.of(), 0, 9).missRate()).isNaN();
  }

  @Test
  void aRunWithoutTrafficIsRefused() {
    HintSeries whole = slowFor(0);

    assertThatThrownBy(
            () ->
                HintAnalysis.of(
                    new HintSeries(
                        FROM,
                        MOVED,
                        MOVED,
                        whole.receiverReads(),
                        whole.traffic().subList(0, 60),
                        whole.serving(),
                        whole.receiver())))
        .hasMessageContaining("no traffic after the reads moved");
    assertThatThrownBy(
            () ->
                HintAnalysis.of(
                    new HintSeries(
                        FROM - 100,
                        FROM,
                        MOVED,
                        whole.receiverReads(),
                        whole.traffic(),
                        whole.serving(),
                        whole.receiver())))
        .hasMessageContaining("no traffic before the reads moved");
  }
}
