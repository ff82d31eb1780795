package io.amoeba.experiments.hints;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.report.MedianRange;
import io.amoeba.report.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

class HintGoalsTest {

  private static final HintMode ALL = HintMode.fraction(100);
  private static final HintMode HALF = HintMode.fraction(50);

  @Test
  void warmCachesAndCheapCapturingReachAllGoals() {
    assertThat(HintGoals.judge(List.of(run(ALL, 0.40, 0.42, 0.97, 0, 1.0), half(0.44))))
        .hasSize(5)
        .allMatch(line -> line.startsWith("Goal reached"))
        .anyMatch(line -> line.contains("(50, 1): the miss rate after the move differs by 2.00 %"));
  }

  @Test
  void eachGoalCanBeMissedAlone() {
    assertThat(missed(run(ALL, 0.40, 0.43, 1, 0, 0)))
        .containsExactly(
            "Goal missed (100, 1): the miss rate is higher by 3.00 % after the move, want at most 2.00 %.\n");
    assertThat(missed(run(ALL, 0.40, 0.40, 0.96, 0, 0))).hasSize(1);
    assertThat(missed(run(ALL, 0.40, 0.40, 1, 3, 0)))
        .containsExactly(
            "Goal missed (100, 1): throughput is x1.00 after the move and back after 3 s, want x0.97 and 0 s.\n");
    assertThat(missed(run(ALL, 0.40, 0.40, 1, 0, 1.1)))
        .containsExactly(
            "Goal missed (100, 1): making and sending hints takes 1.10 % of the node's processor time, want at most 1.0 %.\n");
    assertThat(missed(run(ALL, 0.40, 0.40, 1, 0, 1.7)))
        .contains(
            "Goal missed (100, 1): capturing costs 1.7 % of the throughput, by the noise from 1.2 to 1.7 %, want at most 1.0 %.\n");
    assertThat(missed(run(ALL, 0.40, 0.40, 1, 0, 0), half(0.44)))
        .containsExactly(
            "Goal missed (50, 1): the miss rate after the move differs by 4.00 % from that of mode 100, want at most 3.00 %.\n");
  }

  @Test
  void whatIsWithinTheNoiseIsNotDecided() {
    assertThat(HintGoals.judge(List.of(run(ALL, 0.40, 0.40, 1, 0, 1.1))))
        .anyMatch(
            line -> line.startsWith("Goal not decided (100, 1): capturing costs 1.1 % of the"));
  }

  @Test
  void withTooFewPairsTheNoiseIsNotKnownAndNothingIsDecided() {
    HintRun run = run(ALL, 0.40, 0.40, 1, 0, 0.5);
    CaptureCost cost = run.capture();
    CaptureCost ofFew =
        new CaptureCost(
            cost.throughput(), MedianRange.of(List.of(0.5, 0.5)), cost.cpu(), cost.sending());

    assertThat(
            HintGoals.judge(
                List.of(
                    new HintRun(
                        ALL, 1, run.warmUp(), ofFew, run.pulled(), run.series(), run.figures()))))
        .anyMatch(
            line ->
                line.startsWith(
                    "Goal not decided (100, 1): capturing costs 0.5 % of the throughput, with too few --overhead-pairs to know the noise, want"));
  }

  @Test
  void whatWasNotMeasuredIsNotJudged() {
    assertThat(HintGoals.judge(List.of(half(0.40), run(HintMode.STOCK, 0.4, 0.9, 0.1, 60, 0))))
        .isEmpty();
    assertThat(HintGoals.judge(List.of(run(ALL, 0.40, 0.40, 1, 0, Double.NaN)))).hasSize(2);
  }

  private static List<String> missed(HintRun... runs) {
    return HintGoals.judge(List.of(runs)).stream()
        .filter(line -> line.startsWith("Goal missed"))
        .map(line -> line.replace(System.lineSeparator(), "\n"))
        .toList();
  }

  private static HintRun half(double missAfter) {
    return run(HALF, 0.40, missAfter, 1, 0, 0);
  }

  private static HintRun run(
      HintMode mode,
      double missBefore,
      double missAfter,
      double throughput,
      double recoverySeconds,
      double overheadPercent) {
    HintSeries series = HintSeriesExamples.slowFor(0);
    HintFigures like = HintAnalysis.of(series);
    HintFigures figures =
        new HintFigures(
            1_000,
            1_000 * throughput,
            1_000,
            missBefore,
            missAfter,
            missBefore,
            recoverySeconds,
            true,
            like.meanMillisBefore(),
            like.meanMillisAfterFirst10s(),
            like.p99MillisBefore(),
            like.p99MillisAfterFirst10s(),
            like.servingMillisPerOperation(),
            like.receiverCpus(),
            like.receiverReadsPerSecond(),
            like.receiverMebibytesPerSecond(),
            like.bytesPerHint(),
            like.summarisedShort(),
            like.summarisedLong(),
            0,
            0);
    Spread overhead = new Spread(overheadPercent, overheadPercent, overheadPercent);
    return new HintRun(
        mode,
        1,
        new HintRun.WarmUp(120, true),
        new CaptureCost(
            overhead, new MedianRange(overheadPercent - 0.5, overheadPercent), overhead, overhead),
        PulledHotSet.NONE,
        series,
        figures);
  }
}
