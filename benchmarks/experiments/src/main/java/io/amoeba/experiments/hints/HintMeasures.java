package io.amoeba.experiments.hints;

import io.amoeba.report.Claim;
import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What is measured where reads move, what the paper measured, and what read hints are to reach. The
 * noise of a figure is what the warm-up tolerates between windows that it takes for equal. A goal
 * that is missed is no failure of the experiment, but for failed operations. Stateless.
 */
final class HintMeasures {
  private static final double STEADY_MISS_RATE = 0.01;
  private static final double STEADY_THROUGHPUT = 0.05;
  private static final HintMode ALL = HintMode.fraction(100);
  private static final HintMode HALF = HintMode.fraction(50);

  private static final Measure<HintRun> FIRST_SECONDS =
      Measure.<HintRun>ratio(
              "opsRatioFirst10s",
              "first 10 s",
              run -> run.figures().opsAfterFirst10s() / run.figures().opsBefore())
          .target(Goal.atLeast(0.97), STEADY_THROUGHPUT, "no drop (4.1)");

  private static final Measure<HintRun> MORE_MISSES =
      Measure.<HintRun>percent(
              "missRateHigher",
              "miss rate higher",
              run -> run.figures().missAfterFirst10s() - run.figures().missBefore())
          .target(Goal.atMost(0.02), STEADY_MISS_RATE, "none (4.1)");

  private static final Measure<HintRun> RECOVERY =
      figure(0, "recoverySeconds", "recovery", "s", HintFigures::recoverySeconds)
          .openEnded(run -> !run.figures().recovered())
          .target(Goal.exactly(0), Measure.EXACT, "no drop (4.1)");

  private static final Measure<HintRun> OVERHEAD =
      Measure.<HintRun>decimals(
              1, "overheadPercent", "throughput lost", "%", HintRun::overheadPercent)
          .target(
              Goal.atMost(1), Measure.UNKNOWN_NOISE, "0.9 % to one replica, 1.6 % to all (4.7)");

  private static final Measure<HintRun> SENDING =
      Measure.<HintRun>decimals(
              2,
              "sendingCpuPercent",
              "CPU time for making and sending hints",
              "%",
              run -> run.capture().sending().median())
          .target(Goal.atMost(1), Measure.UNKNOWN_NOISE, "");

  private static final Measure<HintRun> FAILED =
      figure(0, "failedOps", "failed operations", "", HintFigures::failedOps)
          .target(Goal.exactly(0).orFail(), Measure.EXACT, "");

  private static final Measure<HintRun> HINT_SIZE =
      figure(1, "bytesPerHint", "per hint", "bytes", HintFigures::bytesPerHint)
          .target(Goal.atMost(39), Measure.EXACT, "39 bytes (4.9)");

  private static final Measure<HintRun> MERGED_SHORT =
      rate("summarisedShort", "merged 90 ms", HintFigures::summarisedShort)
          .target(Goal.atLeast(0.12), Measure.UNKNOWN_NOISE, "12 %, popular rows (4.10)");

  private static final Measure<HintRun> MERGED_LONG =
      rate("summarisedLong", "merged 1 s", HintFigures::summarisedLong)
          .target(Goal.atLeast(0.21), Measure.UNKNOWN_NOISE, "21 %, popular rows (4.10)");

  /** The columns of the table. */
  static final List<Measure<HintRun>> ALL_OF_A_RUN =
      List.of(
          figure(0, "opsBefore", "before", "ops/s", HintFigures::opsBefore),
          FIRST_SECONDS,
          RECOVERY,
          rate("missBefore", "misses before", HintFigures::missBefore),
          rate("missAfterFirst10s", "misses first 10 s", HintFigures::missAfterFirst10s),
          rate("missLast", "misses last", HintFigures::missLast),
          OVERHEAD,
          Measure.decimals(1, "captureCpu", "CPU more", "%", run -> run.capture().cpu().median()),
          figure(3, "receiverCpus", "target", "CPUs", HintFigures::receiverCpus),
          figure(
              0,
              "receiverReadsPerSecond",
              "target",
              "reads/s",
              HintFigures::receiverReadsPerSecond),
          figure(
              1,
              "receiverMebibytesPerSecond",
              "target",
              "MiB/s",
              HintFigures::receiverMebibytesPerSecond),
          HINT_SIZE,
          MERGED_SHORT,
          MERGED_LONG,
          figure(0, "hintsDropped", "dropped hints", "", HintFigures::hintsDropped),
          FAILED);

  /** Those whose medians are shown. */
  static final List<Measure<HintRun>> REPEATED = List.of(FIRST_SECONDS, MORE_MISSES, OVERHEAD);

  /** Two runs of the same repeat: with half of the hints, and with all. */
  private record Fractions(HintRun half, HintRun all) {
    double missesMore() {
      return half.figures().missAfterFirst10s() - all.figures().missAfterFirst10s();
    }

    double ratio(ToDoubleFunction<HintFigures> figure) {
      return figure.applyAsDouble(half.figures()) / figure.applyAsDouble(all.figures());
    }
  }

  /** What half of the hints are compared with all of them by. */
  private static final List<Measure<Fractions>> AGAINST_ALL =
      List.of(
          Measure.<Fractions>percent(
                  "missRateHigherThanAll",
                  "miss rate after the move, more than in mode 100",
                  Fractions::missesMore)
              .target(Goal.between(-0.03, 0.03), STEADY_MISS_RATE, "none (4.8)"),
          Measure.<Fractions>ratio(
                  "readsOfAll",
                  "disk reads of the replica, over those in mode 100",
                  runs -> runs.ratio(HintFigures::receiverReadsPerSecond))
              .target(Goal.atMost(0.62), STEADY_THROUGHPUT, "1,501 over 2,426/s (4.8)"),
          Measure.<Fractions>ratio(
                  "cpuOfAll",
                  "CPU use of the replica, over that in mode 100",
                  runs -> runs.ratio(HintFigures::receiverCpus))
              .target(Goal.atMost(0.54), STEADY_THROUGHPUT, "13.4 % over 24.7 % (4.8)"));

  private HintMeasures() {}

  private static Measure<HintRun> figure(
      int digits, String name, String title, String unit, ToDoubleFunction<HintFigures> figure) {
    return (digits == 0
            ? Measure.whole(name, title, unit, figure)
            : Measure.decimals(digits, name, title, unit, figure))
        .within(HintRun::figures);
  }

  private static Measure<HintRun> rate(
      String name, String title, ToDoubleFunction<HintFigures> figure) {
    return Measure.percent(name, title, figure).within(HintRun::figures);
  }

  /**
   * What is to hold of these runs; what was not measured is not judged.
   *
   * @param popularRows whether some rows are read more often than others
   */
  static List<Claim> claims(List<HintRun> runs, boolean popularRows) {
    List<Claim> claims = new ArrayList<>();
    List<HintRun> withAll = of(runs, ALL);
    if (!withAll.isEmpty()) {
      List<Measure<HintRun>> measures =
          new ArrayList<>(List.of(MORE_MISSES, FIRST_SECONDS, RECOVERY, HINT_SIZE));
      if (popularRows) {
        // Of uniformly read rows hardly any is read twice within a batch.
        measures.addAll(List.of(MERGED_SHORT, MERGED_LONG));
      }
      measures.forEach(measure -> claims.add(Claim.of(ALL.toString(), measure, withAll)));
    }
    for (HintRun run : withAll) {
      if (!Double.isNaN(run.capture().throughput().median())) {
        String subject = "%s, %d".formatted(ALL, run.repeat());
        claims.add(Claim.of(subject, SENDING, run.capture().sending()));
        claims.add(Claim.of(subject, OVERHEAD, run.capture().throughput()));
      }
    }
    List<Fractions> fractions =
        of(runs, HALF).stream()
            .flatMap(
                half ->
                    withAll.stream()
                        .filter(all -> all.repeat() == half.repeat())
                        .map(all -> new Fractions(half, all)))
            .toList();
    if (!fractions.isEmpty()) {
      AGAINST_ALL.forEach(measure -> claims.add(Claim.of(HALF.toString(), measure, fractions)));
    }
    runs.stream()
        .map(HintRun::mode)
        .distinct()
        .forEach(mode -> claims.add(Claim.of(mode.toString(), FAILED, of(runs, mode))));
    return List.copyOf(claims);
  }

  static List<HintRun> of(List<HintRun> runs, HintMode mode) {
    return runs.stream().filter(run -> run.mode().equals(mode)).toList();
  }
}
