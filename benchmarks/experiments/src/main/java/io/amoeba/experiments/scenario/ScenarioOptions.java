package io.amoeba.experiments.scenario;

import io.amoeba.report.Outputs;
import java.time.Duration;
import java.util.List;

/**
 * What to show. Immutable.
 *
 * @param nodes sizes of the cluster
 * @param duration how long traffic is fed in each run
 */
public record ScenarioOptions(
    Scenario scenario, List<Integer> nodes, Duration duration, Outputs outputs) {
  /** Takes an immutable copy. */
  public ScenarioOptions {
    nodes = List.copyOf(nodes);
  }

  int runs() {
    return nodes.size() * scenario.placings().size();
  }
}
