package io.amoeba.coordinator.plan;

import java.util.Optional;
import java.util.Set;

/**
 * Whether the job gets more subtasks, and where none is counted on. Immutable.
 *
 * @param way how it gets them; empty: it does not
 * @param forbiddenNodes by name: their free task slots do not count, and nothing of the store goes
 *     there for the job
 */
public record RescaleRules(Optional<RescaleWay> way, Set<String> forbiddenNodes) {

  /** The job keeps its parallelism, and may be anywhere. */
  public static final RescaleRules NONE = new RescaleRules(Optional.empty(), Set.of());

  public RescaleRules {
    forbiddenNodes = Set.copyOf(forbiddenNodes);
  }
}
