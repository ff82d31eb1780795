package io.amoeba.experiments.alignment;

import io.amoeba.experiments.Values;
import io.amoeba.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Results of one size of the cluster. Immutable.
 *
 * @param nodes each a TaskManager and a Redis primary
 * @param standIns containers that emulated absent nodes
 * @param network times of one request to Redis without any load
 * @param phases in their order, placements alternating
 * @param answersChecked against the reference model
 * @param mismatches among them
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
   * @param figures of Linear Road, by its names
   * @param machine load of the machine that all nodes share
   * @param cpus used by each kind of process
   */
  record Phase(boolean aligned, Values figures, Values machine, Map<ProcessKind, Double> cpus) {}

  /** Neighbouring phases, one of either placement. */
  record Pair(Phase random, Phase aligned) {
    double ratio(String figure) {
      return aligned.figures.get(figure) / random.figures.get(figure);
    }
  }

  /** All phases of one placement. */
  record Placement(SizeResult result, boolean aligned) {
    Spread of(ToDoubleFunction<Phase> figure) {
      return Spread.of(
          result.phases.stream()
              .filter(phase -> phase.aligned == aligned)
              .map(figure::applyAsDouble)
              .toList());
    }

    double median(String figure) {
      return of(phase -> phase.figures.get(figure)).median();
    }

    double machine(String value) {
      return of(phase -> phase.machine.get(value)).median();
    }

    double cpus(ProcessKind kind) {
      return of(phase -> phase.cpus.getOrDefault(kind, Double.NaN)).median();
    }

    /** For the terminal: {@code 4 random}. */
    @Override
    public String toString() {
      return "%d %s".formatted(result.nodes, aligned ? "aligned" : "random");
    }
  }

  Placement random() {
    return new Placement(this, false);
  }

  Placement aligned() {
    return new Placement(this, true);
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
}
