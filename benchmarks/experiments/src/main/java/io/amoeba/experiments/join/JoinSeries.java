package io.amoeba.experiments.join;

import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.NodeSample;
import java.util.List;

/**
 * What was seen while a node joined, in the order of time. Immutable.
 *
 * @param startedAtSeconds since 1970: when the joining node's process was started
 * @param traffic of all clients
 * @param joiner the node about itself
 */
record JoinSeries(double startedAtSeconds, List<TrafficSecond> traffic, List<NodeSample> joiner) {
  JoinSeries {
    traffic = List.copyOf(traffic);
    joiner = List.copyOf(joiner);
  }

  /** The end of the last second with traffic, since 1970. */
  double measuredUntil() {
    return traffic.get(traffic.size() - 1).second() + 1;
  }
}
