package io.amoeba.experiments.hints;

import io.amoeba.experiments.Values;
import io.amoeba.report.Claim;
import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Figures of runs whose reads move, the paper's results, and the goals of read hints. The noise of
 * a figure is what the warm-up tolerates between windows that it takes for equal. A missed goal is
 * no failure of the experiment, except failed operations. Stateless.
 */
final class HintMeasures {
  private static final double STEADY_MISS_RATE = 0.01;
  private static final double STEADY_THROUGHPUT = 0.05;
  private static final HintMode ALL = HintMode.fraction(100);
  private static final HintMode HALF = HintMode.fraction(50);

  private static final Measure<HintRun> FIRST_SECONDS =
      ofRun(
              Measure.ratio(
                  "opsRatioFirst10s",
                  "first 10 s",
                  figures -> figures.ratio("opsAfterFirst10s", "opsBefore")))
          .target(Goal.atLeast(0.97), STEADY_THROUGHPUT, "no drop (4.1)");

  private static final Measure<HintRun> MORE_MISSES =
      ofRun(
              Measure.percent(
                  "missRateHigher",
                  "miss rate higher",
                  figures -> figures.get("missAfterFirst10s") - figures.get("missBefore")))
          .target(Goal.atMost(0.02), STEADY_MISS_RATE, "none (4.1)");

  private static final Measure<HintRun> RECOVERY =
      ofRun(
          Values.whole("recoverySeconds", "recovery", "s")
              .openEnded(figures -> figures.get("recovered") == 0)
              .target(Goal.exactly(0), Measure.EXACT, "no drop (4.1)"));

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
      ofRun(Values.whole("failedOps", "failed operations", ""))
          .target(Goal.exactly(0).orFail(), Measure.EXACT, "");

  private static final Measure<HintRun> HINT_SIZE =
      ofRun(Values.decimals(1, "bytesPerHint", "per hint", "bytes"))
          .target(Goal.atMost(39), Measure.EXACT, "39 bytes (4.9)");

  private static final Measure<HintRun> DEDUPLICATED_SHORT =
      ofRun(Values.percent("summarisedShort", "deduplicated 90 ms"))
          .target(Goal.atLeast(0.12), Measure.UNKNOWN_NOISE, "12 %, popular rows (4.10)");

  private static final Measure<HintRun> DEDUPLICATED_LONG =
      ofRun(Values.percent("summarisedLong", "deduplicated 1 s"))
          .target(Goal.atLeast(0.21), Measure.UNKNOWN_NOISE, "21 %, popular rows (4.10)");

  /** The columns of the table. */
  static final List<Measure<HintRun>> ALL_OF_A_RUN =
      List.of(
          ofRun(Values.whole("opsBefore", "before", "ops/s")),
          FIRST_SECONDS,
          RECOVERY,
          ofRun(Values.percent("missBefore", "misses before")),
          ofRun(Values.percent("missAfterFirst10s", "misses first 10 s")),
          ofRun(Values.percent("missLast", "misses last")),
          OVERHEAD,
          Measure.decimals(1, "captureCpu", "CPU more", "%", run -> run.capture().cpu().median()),
          ofRun(Values.decimals(3, "receiverCpus", "target", "CPUs")),
          ofRun(Values.whole("receiverReadsPerSecond", "target", "reads/s")),
          ofRun(Values.decimals(1, "receiverMebibytesPerSecond", "target", "MiB/s")),
          HINT_SIZE,
          DEDUPLICATED_SHORT,
          DEDUPLICATED_LONG,
          ofRun(Values.whole("hintsDropped", "dropped hints", "")),
          FAILED);

  /** Figures whose medians are shown. */
  static final List<Measure<HintRun>> REPEATED = List.of(FIRST_SECONDS, MORE_MISSES, OVERHEAD);

  /** Figures of two runs of the same repeat: with half of the hints, and with all. */
  private record Fractions(Values half, Values all) {
    static Measure<Fractions> ratio(String name, String title, String figure) {
      return Measure.ratio(name, title, runs -> runs.half.get(figure) / runs.all.get(figure));
    }
  }

  private static final List<Measure<Fractions>> AGAINST_ALL =
      List.of(
          Measure.<Fractions>percent(
                  "missRateHigherThanAll",
                  "miss rate after the move, more than in mode 100",
                  runs -> runs.half.get("missAfterFirst10s") - runs.all.get("missAfterFirst10s"))
              .target(Goal.between(-0.03, 0.03), STEADY_MISS_RATE, "none (4.8)"),
          Fractions.ratio(
                  "readsOfAll",
                  "disk reads of the replica, over those in mode 100",
                  "receiverReadsPerSecond")
              .target(Goal.atMost(0.62), STEADY_THROUGHPUT, "1,501 over 2,426/s (4.8)"),
          Fractions.ratio(
                  "cpuOfAll", "CPU use of the replica, over that in mode 100", "receiverCpus")
              .target(Goal.atMost(0.54), STEADY_THROUGHPUT, "13.4 % over 24.7 % (4.8)"));

  private HintMeasures() {}

  private static Measure<HintRun> ofRun(Measure<Values> measure) {
    return measure.within(HintRun::figures);
  }

  /**
   * Claims about these runs, without those that were not measured.
   *
   * @param popularRows whether some rows are read more often than others
   */
  static List<Claim> claims(List<HintRun> runs, boolean popularRows) {
    List<Claim> claims = new ArrayList<>();
    List<HintRun> withAll = of(runs, ALL);
    if (!withAll.isEmpty()) {
      Stream.of(MORE_MISSES, FIRST_SECONDS, RECOVERY, HINT_SIZE)
          .forEach(measure -> claims.add(Claim.of(ALL.name(), measure, withAll)));
      if (popularRows) {
        // Of uniformly read rows hardly any is read twice within a batch.
        claims.add(Claim.of(ALL.name(), DEDUPLICATED_SHORT, withAll));
        claims.add(Claim.of(ALL.name(), DEDUPLICATED_LONG, withAll));
      }
    }
    for (HintRun run : withAll) {
      if (!Double.isNaN(run.capture().throughput().median())) {
        String subject = "%s, %d".formatted(ALL, run.repeat());
        claims.add(Claim.of(subject, SENDING, run.capture().sending()));
        claims.add(Claim.of(subject, OVERHEAD, run.capture().throughput()));
      }
    }
    List<Fractions> fractions = new ArrayList<>();
    for (HintRun half : of(runs, HALF)) {
      withAll.stream()
          .filter(all -> all.repeat() == half.repeat())
          .forEach(all -> fractions.add(new Fractions(half.figures(), all.figures())));
    }
    if (!fractions.isEmpty()) {
      AGAINST_ALL.forEach(measure -> claims.add(Claim.of(HALF.name(), measure, fractions)));
    }
    runs.stream()
        .map(HintRun::mode)
        .distinct()
        .forEach(mode -> claims.add(Claim.of(mode.name(), FAILED, of(runs, mode))));
    return List.copyOf(claims);
  }

  private static List<HintRun> of(List<HintRun> runs, HintMode mode) {
    return runs.stream().filter(run -> run.mode().equals(mode)).toList();
  }
}
