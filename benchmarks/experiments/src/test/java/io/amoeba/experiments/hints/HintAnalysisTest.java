package io.amoeba.experiments.hints;

import static io.amoeba.experiments.hints.HintSeriesExamples.FROM;
import static io.amoeba.experiments.hints.HintSeriesExamples.MOVED;
import static io.amoeba.experiments.hints.HintSeriesExamples.OPS;
import static io.amoeba.experiments.hints.HintSeriesExamples.sample;
import static io.amoeba.experiments.hints.HintSeriesExamples.slowFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.probe.CacheProbe;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class HintAnalysisTest {
  private static final Offset<Double> EXACT = within(1e-9);

  @Test
  void aColdNodeServesHalfUntilItsCachesAreWarm() {
    Values figures = HintAnalysis.of(slowFor(40));

    assertThat(figures.get("opsBefore")).isEqualTo(OPS);
    assertThat(figures.get("opsAfterFirst10s")).isEqualTo(OPS / 2.0);
    assertThat(figures.get("opsLast")).isEqualTo(OPS);
    assertThat(figures.get("missBefore")).isEqualTo(0.3, EXACT);
    assertThat(figures.get("missAfterFirst10s")).isEqualTo(1, EXACT);
    assertThat(figures.get("missLast")).isEqualTo(0.3, EXACT);
    assertThat(figures.get("recovered")).isEqualTo(1);
    // A window that begins a second earlier has 5 % less.
    assertThat(figures.get("recoverySeconds")).isEqualTo(39);
  }

  @Test
  void aWarmNodeNeedsNoTime() {
    Values figures = HintAnalysis.of(slowFor(0));

    assertThat(figures.get("opsAfterFirst10s")).isEqualTo(OPS);
    assertThat(figures.get("missAfterFirst10s")).isEqualTo(figures.get("missBefore"), EXACT);
    assertThat(figures.get("recovered")).isEqualTo(1);
    assertThat(figures.get("recoverySeconds")).isZero();
  }

  @Test
  void recoveryWithoutAnEndLastsToTheEndOfTheMeasurement() {
    Values figures = HintAnalysis.of(slowFor(1_000));

    assertThat(figures.get("recovered")).isZero();
    assertThat(figures.get("recoverySeconds")).isEqualTo(100);
  }

  @Test
  void hintsAreCountedPerHintAndPerRead() {
    Values figures = HintAnalysis.of(slowFor(0));

    assertThat(figures.get("bytesPerHint")).isEqualTo(30, EXACT);
    assertThat(figures.get("summarisedShort")).isEqualTo(0.2, EXACT);
    assertThat(figures.get("summarisedLong")).isEqualTo(0.4, EXACT);
    assertThat(figures.get("hintsDropped")).isEqualTo(8);
  }

  @Test
  void cpusAndDisksAreThoseOfTheTimeBeforeTheMove() {
    Values figures = HintAnalysis.of(slowFor(40));

    assertThat(figures.get("servingMillisPerOperation")).isEqualTo(0.4, EXACT);
    assertThat(figures.get("receiverCpus")).isEqualTo(0.1, EXACT);
    assertThat(figures.get("receiverReadsPerSecond")).isEqualTo(200, EXACT);
    assertThat(figures.get("receiverMebibytesPerSecond")).isEqualTo(1, EXACT);
    assertThat(figures.get("meanMillisBefore")).isEqualTo(5, EXACT);
  }

  @Test
  void lossIsAPartOfTheOther() {
    assertThat(HintAnalysis.lessPercent(990, 1_000)).isEqualTo(1, EXACT);
    assertThat(HintAnalysis.lessPercent(1_010, 1_000)).isEqualTo(-1, EXACT);
  }

  @Test
  void stockHasNoFiguresOfHints() {
    List<Values> samples = List.of(sample(FROM, 0, 0), sample(MOVED, 70, 30));
    Values figures =
        HintAnalysis.of(
            new HintRun.Series(
                FROM, MOVED, MOVED, Values.NONE, slowFor(0).traffic(), samples, samples));

    assertThat(figures.get("missBefore")).isEqualTo(0.3, EXACT);
    // No sample after the move.
    assertThat(figures.get("missAfterFirst10s")).isNaN();
    assertThat(figures.get("bytesPerHint")).isNaN();
    assertThat(figures.get("summarisedShort")).isNaN();
  }

  @Test
  void samplesAreThoseThatWereThereAtBothEnds() {
    List<Values> samples = List.of(sample(1, 10, 0), sample(2, 20, 5), sample(3, 30, 9));

    assertThat(Values.counted(samples, 1.5, 2.5)).isEqualTo(sample(1, 10, 5));
    assertThat(Values.counted(samples, 0, 9)).isEqualTo(sample(2, 20, 9));
    assertThat(Values.counted(samples, 4, 9)).isEqualTo(Values.NONE);
    assertThat(CacheProbe.missRate(Values.counted(List.of(), 0, 9))).isNaN();
  }

  @Test
  void aRunWithoutTrafficIsRefused() {
    HintRun.Series whole = slowFor(0);

    assertThatThrownBy(
            () ->
                HintAnalysis.of(
                    new HintRun.Series(
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
                    new HintRun.Series(
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
