package io.amoeba.coordinator.plan;

import java.util.List;
import java.util.OptionalLong;

/**
 * What a plan does: one kind of change, which has its own planner and its own executor. Immutable.
 */
public sealed interface PlanAction
    permits AlignRouting, HashSlotMoves, MigratePrimaries, RescaleJob, StartServers {

  /**
   * The share (0 … 1) of an operator's hash slots that are on the node of their subtask, before and
   * after. Immutable.
   */
  record AlignedShare(String operator, double before, double after) {}

  /** As API and files write the kind of change. */
  String kind();

  /** Hash slots of the cluster that go to another owner, at most 16,384. */
  int movedHashSlots();

  /**
   * How often a hash slot goes to another owner: one that several operators route counts once for
   * each of them. Limits are about this number, since each operator hands its records over.
   */
  default int reassignedHashSlots() {
    return movedHashSlots();
  }

  /** What happens, for people. */
  default String text() {
    return movedHashSlots() + " hash slots move";
  }

  /** Primaries that go to another server as a whole. */
  default int migratedPrimaries() {
    return 0;
  }

  /** Keys that move between nodes of the store, if that is known before. */
  OptionalLong movedKeys();

  /**
   * Whether it changes where the store has hash slots, and with that the topology that the plan was
   * made for.
   */
  boolean changesStore();

  /** Whether the job is another one, or its subtasks are elsewhere, when it has been done. */
  default boolean changesStream() {
    return false;
  }

  /**
   * Whether it does again what the earlier one has done, because that was undone. Maps are not
   * undone: they follow job and store, whoever changes these.
   */
  default boolean repeats(PlanAction earlier) {
    return earlier.sameOutcome(this) || earlier.leaves(this);
  }

  /** Whether a plan that has failed is made again although nothing has changed. */
  default boolean isMadeAgainAfterFailure() {
    return true;
  }

  /**
   * Whether more nodes work for the store or the job then, or fewer for the store: that is wanted
   * whatever the local-hit rate becomes.
   */
  default boolean changesNodes() {
    return false;
  }

  /** How much there is to do: how long it takes grows with it. At least 1. */
  default int effort() {
    return 1;
  }

  /** What it brings to each of its operators. */
  List<AlignedShare> shares();

  /** Whether both end in the same owners, whatever led to them. */
  boolean sameOutcome(PlanAction other);

  /** Whether the other one is what is left of this one when some of it is done. */
  boolean leaves(PlanAction other);
}
