package io.amoeba.experiments.priority;

import io.amoeba.experiments.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rounds with invented figures. */
final class PriorityExamples {
  static final HighLoad CLOSED = HighLoad.inFlight(1);
  static final HighLoad OPEN = HighLoad.perSecond(200);

  private PriorityExamples() {}

  /** Latencies of a class: its median, ten times as much at P99.9, its rate. */
  static Values figures(double p50, double perSecond) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("p50Micros", p50);
    figures.put("meanMicros", p50);
    figures.put("p99Micros", 5 * p50);
    figures.put("p999Micros", 10 * p50);
    figures.put("maxMicros", 20 * p50);
    figures.put("perSecond", perSecond);
    figures.put("answers", perSecond);
    figures.put("errors", 0.0);
    figures.put("longestGapMillis", 12.0);
    return new Values(figures);
  }

  static PriorityPhase phase(
      int round, HighLoad load, PriorityMode mode, double highP50, double lowPerSecond) {
    return new PriorityPhase(
        round,
        load,
        mode,
        figures(highP50, 200),
        figures(4_000, lowPerSecond),
        figures(3_000, 200 + lowPerSecond),
        new Values(
            Map.of(
                "cpus", 0.9,
                "hookFailures", 0.0,
                "diskReads", 2_600.0,
                "lowLimit", 8.0,
                "normalLimit", 12.0,
                "normalHeld", 70.0)),
        new Values(Map.of("cpus", 0.4)),
        mode.settings());
  }

  /** Alone 400 us; stock 2,400 us; the product removes 95 % of the difference. */
  static List<PriorityPhase> rounds(int count, HighLoad load) {
    List<PriorityPhase> phases = new ArrayList<>();
    for (int round = 1; round <= count; round++) {
      phases.add(phase(round, load, PriorityMode.ALONE, 400, 0));
      phases.add(phase(round, load, PriorityMode.STOCK, 2_400, 5_000));
      phases.add(phase(round, load, PriorityMode.UNMARKED, 2_400, 4_990));
      phases.add(phase(round, load, PriorityMode.FULL, 500, 4_500));
    }
    return phases;
  }
}
