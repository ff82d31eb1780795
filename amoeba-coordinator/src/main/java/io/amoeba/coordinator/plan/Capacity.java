package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.diagnosis.Problem;
import java.util.BitSet;
import java.util.Set;

/**
 * The most that some primaries may come to own together, in a unit of its own: those of a node, or
 * one alone. What they own before counts; more than they may is not taken from them. Immutable.
 */
public final class Capacity {

  private final Set<Integer> primaries;
  private final HashSlotWeights weights;
  private final long most;
  private final Problem reached;

  /**
   * A capacity.
   *
   * @param primaries as indexes into a layout
   * @param weights how much each hash slot counts
   * @param reached who may own no more, and how much that is
   */
  public Capacity(Set<Integer> primaries, HashSlotWeights weights, long most, Problem reached) {
    this.primaries = Set.copyOf(primaries);
    this.weights = weights;
    this.most = most;
    this.reached = reached;
  }

  /** Whether it is of a primary, among others. */
  public boolean isOf(int primary) {
    return primaries.contains(primary);
  }

  /** How much a hash slot counts. */
  public long weight(int hashSlot) {
    return weights.of(hashSlot);
  }

  /** The most that they may own together. */
  public long most() {
    return most;
  }

  /** Whose it is, as indexes into a layout. */
  public Set<Integer> primaries() {
    return primaries;
  }

  /** How much some hash slots count. */
  public long weigh(BitSet hashSlots) {
    return weights.of(hashSlots);
  }

  /** Who may own no more, and how much that is, once it is used up. */
  public Problem reached() {
    return reached;
  }

  /** Who may own how much, for people. */
  public String text() {
    return reached.statement();
  }
}
