package io.amoeba.experiments.readshift;

import io.amoeba.experiments.Values;
import java.util.List;

/**
 * The counters of all nodes at one moment. Immutable.
 *
 * @param nanos by {@link System#nanoTime}
 * @param nodes {@link ShiftNode#counters} of each, from node 1
 */
record CounterSample(long nanos, List<Values> nodes) {
  Values node(int number) {
    return nodes.get(number - 1);
  }

  double sum(String counter) {
    return nodes.stream().mapToDouble(node -> node.get(counter)).sum();
  }
}
