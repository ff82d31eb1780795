package io.amoeba.experiments.hints;

import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.CacheSample;
import io.amoeba.experiments.probe.CaptureSwitch;
import io.amoeba.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What capturing and sending read hints costs the node that serves, in percent of what it does
 * without: each time on is compared with the times off before and after it, on the same warm node
 * under the same traffic. Below 0: it did better. NaN where it was not measured. Immutable.
 *
 * @param throughput operations per second that are missing
 * @param cpu processor time of an operation that is added
 * @param sending part of the node's processor time of the threads that make hints of reads, and
 *     send them; of those that carry other messages, too, what they took more
 */
record CaptureCost(Spread throughput, Spread cpu, Spread sending) {
  static final CaptureCost UNKNOWN = of(List.of(), List.of(), List.of());

  /** What is under way when it is switched belongs to neither side. */
  private static final double SETTLING_SECONDS = 1;

  /** One time on or off. */
  private record Phase(
      double opsPerSecond,
      double cpuNanosPerOperation,
      double senderPercent,
      double messagingPercent) {
    static Optional<Phase> of(
        double from, double to, List<TrafficSecond> traffic, List<CacheSample> samples) {
      double ops = TrafficMeans.within(traffic, from, to).opsPerSecond();
      CacheSample counted = CacheSample.counted(samples, from, to);
      return ops > 0 && counted.cpuNanos() > 0
          ? Optional.of(
              new Phase(
                  ops,
                  counted.cpuNanos() / (ops * counted.atSeconds()),
                  counted.percentOfCpu(CacheSample::senderCpuNanos),
                  counted.percentOfCpu(CacheSample::messagingCpuNanos)))
          : Optional.empty();
    }

    static Phase between(Phase one, Phase other) {
      return new Phase(
          (one.opsPerSecond + other.opsPerSecond) / 2,
          (one.cpuNanosPerOperation + other.cpuNanosPerOperation) / 2,
          (one.senderPercent + other.senderPercent) / 2,
          (one.messagingPercent + other.messagingPercent) / 2);
    }
  }

  /**
   * From what was seen while it was switched.
   *
   * @param switches from off to off, and the end of the last time off
   */
  static CaptureCost of(
      List<CaptureSwitch> switches, List<TrafficSecond> traffic, List<CacheSample> samples) {
    List<Optional<Phase>> phases = new ArrayList<>();
    for (int n = 0; n + 1 < switches.size(); n++) {
      phases.add(
          Phase.of(
              switches.get(n).atSeconds() + SETTLING_SECONDS,
              switches.get(n + 1).atSeconds(),
              traffic,
              samples));
    }
    List<Double> throughput = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    List<Double> sending = new ArrayList<>();
    for (int n = 1; n + 1 < phases.size(); n++) {
      Optional<Phase> before = phases.get(n - 1);
      Optional<Phase> on = phases.get(n);
      Optional<Phase> after = phases.get(n + 1);
      if (switches.get(n).capturing()
          && before.isPresent()
          && on.isPresent()
          && after.isPresent()) {
        Phase off = Phase.between(before.get(), after.get());
        throughput.add(HintAnalysis.lessPercent(on.get().opsPerSecond(), off.opsPerSecond()));
        cpu.add(
            -HintAnalysis.lessPercent(on.get().cpuNanosPerOperation(), off.cpuNanosPerOperation()));
        sending.add(
            on.get().senderPercent() + on.get().messagingPercent() - off.messagingPercent());
      }
    }
    return new CaptureCost(Spread.of(throughput), Spread.of(cpu), Spread.of(sending));
  }
}
