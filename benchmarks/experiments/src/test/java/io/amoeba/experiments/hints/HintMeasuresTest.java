package io.amoeba.experiments.hints;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.Values;
import io.amoeba.report.Claim;
import io.amoeba.report.Claim.Verdict;
import io.amoeba.report.Spread;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HintMeasuresTest {

  private static final HintMode ALL = HintMode.fraction(100);
  private static final HintMode HALF = HintMode.fraction(50);

  @Test
  void warmCachesAndCheapCapturingReachAllGoals() {
    assertThat(HintMeasures.claims(List.of(run(ALL, 0.40, 0.41, 1.02, 0, 1.0), half(0.42)), false))
        .hasSize(11)
        .allMatch(claim -> claim.verdict() == Verdict.REACHED)
        .anyMatch(
            claim ->
                claim
                    .statement()
                    .contains(
                        "50: miss rate after the move, more than in mode 100 1.00 % (0.00 % to 2.00 %)"));
  }

  @Test
  void eachGoalCanBeMissedAlone() {
    assertThat(missed(run(ALL, 0.40, 0.44, 1.02, 0, 0)))
        .containsExactly(
            "100: miss rate higher 4.00 % (3.00 % to 5.00 %), goal at most 2.00 %; paper: none (4.1)");
    assertThat(missed(run(ALL, 0.40, 0.40, 0.91, 0, 0))).hasSize(1);
    assertThat(missed(run(ALL, 0.40, 0.40, 1.02, 3, 0)))
        .containsExactly("100: recovery 3 s, goal 0; paper: no drop (4.1)");
    assertThat(missed(run(ALL, 0.40, 0.40, 1.02, 0, 1.7)))
        .containsExactly(
            "100, 1: CPU time for making and sending hints 1.70 % (1.20 to 1.70), goal at most 1.00",
            "100, 1: throughput lost 1.7 % (1.2 to 1.7), goal at most 1.0; paper: 0.9 % to one replica, 1.6 % to all (4.7)");
    assertThat(missed(run(ALL, 0.40, 0.40, 1.02, 0, 0), half(0.45)))
        .containsExactly(
            "50: miss rate after the move, more than in mode 100 5.00 % (4.00 % to 6.00 %), goal -3.00 % to 3.00 %; paper: none (4.8)");
  }

  @Test
  void whatIsWithinTheNoiseIsNotDecided() {
    assertThat(HintMeasures.claims(List.of(run(ALL, 0.40, 0.42, 0.97, 0, 1.1)), false))
        .filteredOn(claim -> claim.verdict() == Verdict.UNDECIDED)
        .extracting(Claim::statement)
        .anyMatch(text -> text.startsWith("100, 1: throughput lost 1.1 % (0.6 to 1.1)"))
        .anyMatch(text -> text.startsWith("100: miss rate higher 2.00 %"))
        .anyMatch(text -> text.startsWith("100: first 10 s x0.97"))
        .hasSize(4);
  }

  @Test
  void withTooFewPairsTheNoiseIsNotKnownAndNothingIsDecided() {
    HintRun run = run(ALL, 0.40, 0.40, 1, 0, 0.5);
    Spread few = Spread.of(List.of(0.5, 0.5));

    assertThat(
            HintMeasures.claims(
                List.of(
                    new HintRun(
                        ALL,
                        1,
                        run.warmUp(),
                        new CaptureCost(few, few, few),
                        run.pulled(),
                        run.series(),
                        run.figures())),
                false))
        .anyMatch(
            claim ->
                claim.verdict() == Verdict.UNDECIDED
                    && claim
                        .statement()
                        .startsWith(
                            "100, 1: throughput lost 0.5 % (too few measurements to know the noise)"));
  }

  @Test
  void whatWasNotMeasuredIsNotJudged() {
    assertThat(
            HintMeasures.claims(
                List.of(half(0.40), run(HintMode.STOCK, 0.4, 0.9, 0.1, 60, 0)), false))
        .allMatch(claim -> claim.statement().contains("failed operations"));
    assertThat(HintMeasures.claims(List.of(run(ALL, 0.40, 0.40, 1, 0, Double.NaN)), false))
        .hasSize(5);
    assertThat(HintMeasures.claims(List.of(run(ALL, 0.40, 0.40, 1, 0, Double.NaN)), true))
        .hasSize(7);
  }

  private static List<String> missed(HintRun... runs) {
    return HintMeasures.claims(List.of(runs), false).stream()
        .filter(claim -> claim.verdict() == Verdict.MISSED)
        .map(Claim::statement)
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
    HintRun.Series series = HintSeriesExamples.slowFor(0);
    Map<String, Double> figures = new HashMap<>(HintAnalysis.of(series).all());
    figures.put("opsBefore", 1_000.0);
    figures.put("opsAfterFirst10s", 1_000 * throughput);
    figures.put("missBefore", missBefore);
    figures.put("missAfterFirst10s", missAfter);
    figures.put("recoverySeconds", recoverySeconds);
    figures.put("receiverCpus", mode.equals(HALF) ? 0.04 : 0.1);
    figures.put("receiverReadsPerSecond", mode.equals(HALF) ? 100.0 : 200.0);
    figures.put("bytesPerHint", 21.6);
    Spread overhead =
        new Spread(
            overheadPercent,
            overheadPercent,
            overheadPercent,
            overheadPercent - 0.5,
            overheadPercent);
    return new HintRun(
        mode,
        1,
        new HintRun.WarmUp(120, true),
        new CaptureCost(overhead, overhead, overhead),
        HintRun.NOTHING_PULLED,
        series,
        new Values(figures));
  }
}
