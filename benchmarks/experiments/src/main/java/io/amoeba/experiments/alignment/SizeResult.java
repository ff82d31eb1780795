package io.amoeba.experiments.alignment;

import io.amoeba.experiments.usage.MachineLoad;
import io.amoeba.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What one size of the cluster showed. Immutable.
 *
 * @param nodes each a TaskManager and a Redis primary
 * @param standIns what the machine did besides
 * @param network times of one request to Redis without any load
 * @param phases in their order, placements alternating
 * @param answersChecked against the reference model
 * @param mismatches of those
 */
record SizeResult(
    int nodes,
    StandIns standIns,
    RedisPing.NetworkTimes network,
    List<Phase> phases,
    long answersChecked,
    long mismatches) {
  /**
   * A time with one placement of keys. Immutable.
   *
   * @param tollsPerSecond answers of operator Toll
   * @param localHitRate share of requests to Redis that stayed on their node, 0 … 1
   * @param p50Micros latency of Toll with its request to Redis
   * @param machine which all nodes share, whatever the limit of each is
   * @param processors who had them
   */
  record Phase(
      boolean aligned,
      double seconds,
      double tollsPerSecond,
      double recordsPerSecond,
      double localHitRate,
      double p50Micros,
      double p99Micros,
      MachineLoad machine,
      Map<ProcessKind, Double> processors) {}

  /** Neighbouring phases, one with either placement. */
  record Pair(Phase random, Phase aligned) {
    double throughputRatio() {
      return aligned.tollsPerSecond() / random.tollsPerSecond();
    }

    double latencyRatioP50() {
      return aligned.p50Micros() / random.p50Micros();
    }
  }

  SizeResult {
    phases = List.copyOf(phases);
  }

  /**
   * Each phase with the one before it and the one after it, as Linear Road itself compares them: in
   * the median over both, a job that becomes faster all the time favours neither placement.
   */
  List<Pair> pairs() {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 1; i < phases.size(); i++) {
      Phase first = phases.get(i - 1);
      Phase second = phases.get(i);
      if (first.aligned() != second.aligned()) {
        pairs.add(first.aligned() ? new Pair(second, first) : new Pair(first, second));
      }
    }
    return pairs;
  }

  Spread throughputRatio() {
    return Spread.of(pairs().stream().map(Pair::throughputRatio).toList());
  }

  Spread latencyRatioP50() {
    return Spread.of(pairs().stream().map(Pair::latencyRatioP50).toList());
  }

  Spread of(boolean aligned, ToDoubleFunction<Phase> figure) {
    return Spread.of(
        phases.stream()
            .filter(phase -> phase.aligned() == aligned)
            .map(figure::applyAsDouble)
            .toList());
  }
}
