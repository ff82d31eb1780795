package io.amoeba.coordinator.plan;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How far a plan has come: a record that belongs to one {@link Change} or several, which Jackson
 * writes to the plan file and reads from there. Immutable.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "of")
public interface PlanProgress {

  /** Whether there is something left to begin. */
  boolean hasMore(ChangePlan plan);

  /** Whether all is done. */
  boolean isComplete(ChangePlan plan);

  /** Whether nothing is half done. */
  boolean isAtSafePoint();

  /**
   * How often a hash slot has got a new owner, or is about to get it: one that several operators
   * route counts once for each of them.
   */
  int reassignedHashSlots(ChangePlan plan);

  /** Primaries that have migrated. */
  default int migratedPrimaries() {
    return 0;
  }

  /** Epochs of the maps that were published. */
  default Map<EdgeId, Long> epochs() {
    return Map.of();
  }

  /** Edges that work by their new map. */
  default Set<EdgeId> complete() {
    return Set.of();
  }

  /** How much is done, for people. */
  String text(ChangePlan plan);

  /** The same with what goes on now, in words, where that is told. */
  default PlanProgress withUnderWay(String now) {
    return this;
  }

  /** The numbers of {@link #text}, as fields of the plan in the API. */
  default Map<String, Object> fields() {
    return Map.of();
  }

  /** Why there is nothing left to do although it is not complete, if that is so. */
  default Optional<String> failure() {
    return Optional.empty();
  }

  /**
   * Makes sure that a plan can be so far.
   *
   * @throws IllegalArgumentException if it cannot; the message says why
   */
  default void check(ChangePlan plan) {
    if (!getClass().equals(plan.action().noProgress().getClass())) {
      throw new IllegalArgumentException(
          "%s is no progress of a plan of %s"
              .formatted(getClass().getSimpleName(), plan.action().kind()));
    }
  }
}
