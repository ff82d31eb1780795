package io.amoeba.experiments.hints;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The cost of capturing and sending read hints on the serving node, in percent of the same node
 * without: each phase on is compared with the phases off before and after it, on the same warm node
 * under the same traffic. Below 0: a gain. NaN where it was not measured. Immutable.
 *
 * @param throughput loss of operations per second
 * @param cpu added CPU time per operation
 * @param sending part of the node's CPU time of the threads that make and send hints, and what
 *     threads that also carry other messages took more
 */
record CaptureCost(Spread throughput, Spread cpu, Spread sending) {
  static final CaptureCost UNKNOWN = new CaptureCost(Spread.NONE, Spread.NONE, Spread.NONE);

  /** Operations in progress at a switch belong to neither phase. */
  private static final double SETTLING_SECONDS = 1;

  private static final double WHOLE = 100;

  /**
   * Calculates it.
   *
   * @param switches starts of phases, from off to off, and the end of the last one
   */
  static CaptureCost of(List<Values> switches, List<TrafficSecond> traffic, List<Values> samples) {
    List<Values> phases = new ArrayList<>();
    for (int n = 0; n + 1 < switches.size(); n++) {
      double from = switches.get(n).atSeconds() + SETTLING_SECONDS;
      phases.add(phase(from, switches.get(n + 1).atSeconds(), traffic, samples));
    }
    List<Double> throughput = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    List<Double> sending = new ArrayList<>();
    for (int n = 1; n + 1 < phases.size(); n++) {
      if (switches.get(n).get("capturing") == 1) {
        Values before = phases.get(n - 1);
        Values on = phases.get(n);
        Values after = phases.get(n + 1);
        throughput.add(HintAnalysis.lessPercent(on.get("ops"), mean(before, after, "ops")));
        cpu.add(-HintAnalysis.lessPercent(on.get("cpu"), mean(before, after, "cpu")));
        sending.add(on.get("sender") + on.get("messaging") - mean(before, after, "messaging"));
      }
    }
    return new CaptureCost(Spread.of(throughput), Spread.of(cpu), Spread.of(sending));
  }

  /** NONE, whose values are NaN, if traffic or samples are missing. */
  private static Values phase(
      double from, double to, List<TrafficSecond> traffic, List<Values> samples) {
    double ops = TrafficMeans.within(traffic, from, to).opsPerSecond();
    Values counted = Values.counted(samples, from, to);
    return ops > 0 && counted.get("cpuNanos") > 0
        ? new Values(
            Map.of(
                "ops",
                ops,
                "cpu",
                counted.ratio("cpuNanos", "atSeconds") / ops,
                "sender",
                counted.ratio("senderCpuNanos", "cpuNanos") * WHOLE,
                "messaging",
                counted.ratio("messagingCpuNanos", "cpuNanos") * WHOLE))
        : Values.NONE;
  }

  private static double mean(Values one, Values other, String name) {
    return (one.get(name) + other.get(name)) / 2;
  }
}
