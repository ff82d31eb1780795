package io.amoeba.coordinator.plan;

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
  private final String text;

  /**
   * A capacity.
   *
   * @param primaries as indexes into a layout
   * @param weights how much each hash slot counts
   * @param text who may own how much, for people
   */
  public Capacity(Set<Integer> primaries, HashSlotWeights weights, long most, String text) {
    this.primaries = Set.copyOf(primaries);
    this.weights = weights;
    this.most = most;
    this.text = text;
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

  /** Who may own how much, for people. */
  public String text() {
    return text;
  }
}
