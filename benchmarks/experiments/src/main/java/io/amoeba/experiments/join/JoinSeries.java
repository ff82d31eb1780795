package io.amoeba.experiments.join;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.NodeSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Time series of a join. Times are in seconds since 1970. Immutable.
 *
 * @param startedAtSeconds when the joining node's process was started
 * @param traffic of all clients
 * @param joiningNode samples of the node itself
 * @param membersUsage of each member's container, from the warm-up on
 * @param joiningNodeUsage of the joining node's container, from its start on
 * @param machineUsage from the warm-up on
 */
record JoinSeries(
    double startedAtSeconds,
    List<TrafficSecond> traffic,
    List<NodeSample> joiningNode,
    List<List<Values>> membersUsage,
    List<Values> joiningNodeUsage,
    List<Values> machineUsage) {
  private static final double MIN_STEP = 1e-6;

  Optional<Double> first(Predicate<NodeSample> condition) {
    return joiningNode.stream().filter(condition).findFirst().map(NodeSample::atSeconds);
  }

  /**
   * The node is a full member.
   *
   * @throws IllegalArgumentException if it did not become one
   */
  double end() {
    return first(NodeSample::joined)
        .orElseThrow(() -> new IllegalArgumentException("the node did not become a full member"));
  }

  /** The first byte is streamed. */
  double begin() {
    return first(sample -> sample.receivedBytes() > 0 || sample.joined()).orElseGet(this::end);
  }

  /** The end of the last second with traffic. */
  double measuredUntil() {
    return traffic.get(traffic.size() - 1).second() + 1;
  }

  TrafficMeans within(double from, double to) {
    return TrafficMeans.within(traffic, from, to);
  }

  /** When the node came to own more of the ring, in seconds since the join began. */
  List<Double> steps() {
    List<Double> steps = new ArrayList<>();
    double owned = 0;
    for (NodeSample sample : joiningNode) {
      if (sample.ownership() > owned + MIN_STEP) {
        owned = sample.ownership();
        steps.add(sample.atSeconds() - begin());
      }
    }
    return steps;
  }

  /** Without what was sampled before a moment. */
  JoinSeries since(double from) {
    return new JoinSeries(
        startedAtSeconds,
        traffic.stream().filter(second -> second.second() >= from).toList(),
        joiningNode,
        membersUsage.stream().map(member -> Values.since(member, from)).toList(),
        Values.since(joiningNodeUsage, from),
        Values.since(machineUsage, from));
  }
}
