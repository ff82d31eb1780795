package io.amoeba.coordinator.plan;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.Map;
import java.util.Set;

/**
 * What of a plan is done: a record that belongs to one {@link Change} or several, which Jackson
 * writes to the plan file and reads from there. Immutable.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "of")
public interface PlanProgress {

  /** Hash slots, primaries, servers, operators or jobs that are done. */
  int done();

  /** How many of them there are. */
  int total(ChangePlan plan);

  /** Whether there is something left to begin; an operation says so itself by its end. */
  default boolean hasMore(ChangePlan plan) {
    return true;
  }

  /** Whether all is done. */
  default boolean isComplete(ChangePlan plan) {
    return done() == total(plan);
  }

  /** Whether nothing is half done; of an operation only its state tells that. */
  default boolean isAtSafePoint() {
    return false;
  }

  /**
   * How often a hash slot has got a new owner, or is about to get it: one that several operators
   * route counts once for each of them.
   */
  default int reassignedHashSlots(ChangePlan plan) {
    return 0;
  }

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

  /** What of {@link #text} is not {@link #done}, as fields of the plan in the API. */
  default Map<String, Object> fields() {
    return Map.of();
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
    if (done() < 0 || done() > total(plan)) {
      throw new IllegalArgumentException(
          "%d of %d cannot be done in a plan of %s"
              .formatted(done(), total(plan), plan.action().kind()));
    }
  }
}
