package io.amoeba.linearroad.report;

import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Limits of the figures of a run, as sentences. Stateless. */
final class Caveats {
  /** Growth above this is more than chance. */
  private static final double WARM_GROWTH = 1.1;

  private Caveats() {}

  /** Whether the input's rate bounds throughput. */
  static boolean isPaced(RunResult result) {
    return result.options().pace() instanceof Pace.SimulatedSecondsPerSecond;
  }

  static List<String> of(RunResult result) {
    List<String> caveats = new ArrayList<>();
    RunResult.Surroundings surroundings = result.surroundings();
    if (surroundings.isBusy()) {
      caveats.add(
          String.format(
              Locale.ROOT,
              "Other programs kept this machine busy (%.0f %% of its CPUs before the run): throughput and latency are not comparable.",
              100 * surroundings.cpuLoad()));
    }
    if (result.options().pace() instanceof Pace.SimulatedSecondsPerSecond paced) {
      caveats.add(
          String.format(
              Locale.ROOT,
              "Traffic is paced at %s simulated seconds per second: throughput follows the input and shows no gain.",
              paced.rate()));
    } else {
      caveats.add(
          "Records arrive as fast as the job processes them: latencies are queueing times.");
    }
    double growth = result.performance().growthBefore();
    if (!result.options().alignment().alternates() && !Double.isNaN(growth)) {
      caveats.add(
          "\"after\" runs on a warmer JVM than \"before\": part of the gain is JIT warm-up.");
      if (growth > WARM_GROWTH) {
        caveats.add(
            "The rate still grew before the alignment (%s between the two halves of the measured time): a longer --duration reduces the share of warm-up."
                .formatted(Numbers.factor(1, growth)));
      }
    }
    return caveats;
  }
}
