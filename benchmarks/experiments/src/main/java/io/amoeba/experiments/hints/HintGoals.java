package io.amoeba.experiments.hints;

import io.amoeba.report.MedianRange;
import io.amoeba.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What read hints are to reach where reads move, and whether a run did. One that a run misses is no
 * failure of the experiment: it is what was measured. Stateless.
 */
final class HintGoals {
  /** With all hints, between the miss rates before the move and after it. */
  private static final double MISS_POINTS = 0.02;

  /** Between the miss rates after the move with half of the hints and with all. */
  private static final double MISS_POINTS_OF_HALF = 0.03;

  private static final double THROUGHPUT = 0.97;
  private static final double OVERHEAD_PERCENT = 1;

  private HintGoals() {}

  /** A line for each goal that a run can be judged by. */
  static List<String> judge(List<HintRun> runs) {
    List<String> lines = new ArrayList<>();
    for (HintRun run : runs) {
      if (run.mode().equals(HintMode.fraction(100))) {
        lines.addAll(ofAllHints(run));
      } else if (run.mode().equals(HintMode.fraction(50))) {
        lines.addAll(ofHalf(run, runs));
      }
    }
    return List.copyOf(lines);
  }

  private static List<String> ofAllHints(HintRun run) {
    HintFigures figures = run.figures();
    double more = figures.missAfterFirst10s() - figures.missBefore();
    double ratio = figures.opsAfterFirst10s() / figures.opsBefore();
    List<String> lines = new ArrayList<>();
    lines.add(
        line(
            run,
            more <= MISS_POINTS,
            "the miss rate is higher by %s after the move, want at most %s"
                .formatted(Numbers.percent(more), Numbers.percent(MISS_POINTS))));
    lines.add(
        line(
            run,
            ratio >= THROUGHPUT && figures.recovered() && figures.recoverySeconds() == 0,
            String.format(
                Locale.ROOT,
                "throughput is x%.2f after the move and back after %.0f s%s, want x%.2f and 0 s",
                ratio,
                figures.recoverySeconds(),
                figures.recovered() ? "" : " or later",
                THROUGHPUT)));
    lines.addAll(ofCapturing(run));
    return lines;
  }

  private static List<String> ofCapturing(HintRun run) {
    CaptureCost cost = run.capture();
    if (Double.isNaN(cost.throughput().median())) {
      return List.of();
    }
    MedianRange range = cost.throughputRange();
    return List.of(
        line(
            run,
            cost.sending().median() <= OVERHEAD_PERCENT,
            String.format(
                Locale.ROOT,
                "making and sending hints takes %.2f %% of the node's processor time, want at most %.1f %%",
                cost.sending().median(),
                OVERHEAD_PERCENT)),
        line(
            run,
            verdict(range),
            String.format(
                Locale.ROOT,
                "capturing costs %.1f %% of the throughput, %s, want at most %.1f %%",
                cost.throughput().median(),
                noise(range),
                OVERHEAD_PERCENT)));
  }

  private static String noise(MedianRange range) {
    return range.isKnown()
        ? "by the noise " + range.percents()
        : "with too few --overhead-pairs to know the noise";
  }

  /** What is within the noise, or of which the noise is not known, is not decided. */
  private static String verdict(MedianRange range) {
    if (range.low() > OVERHEAD_PERCENT) {
      return "missed";
    }
    return range.high() <= OVERHEAD_PERCENT ? "reached" : "not decided";
  }

  private static List<String> ofHalf(HintRun run, List<HintRun> all) {
    return all.stream()
        .filter(other -> other.mode().equals(HintMode.fraction(100)))
        .filter(other -> other.repeat() == run.repeat())
        .map(other -> run.figures().missAfterFirst10s() - other.figures().missAfterFirst10s())
        .map(
            more ->
                line(
                    run,
                    Math.abs(more) <= MISS_POINTS_OF_HALF,
                    "the miss rate after the move differs by %s from that of mode 100, want at most %s"
                        .formatted(Numbers.percent(more), Numbers.percent(MISS_POINTS_OF_HALF))))
        .toList();
  }

  private static String line(HintRun run, boolean reached, String text) {
    return line(run, reached ? "reached" : "missed", text);
  }

  private static String line(HintRun run, String verdict, String text) {
    return "Goal %s (%s, %d): %s.%n".formatted(verdict, run.mode(), run.repeat(), text);
  }
}
