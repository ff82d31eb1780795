package io.amoeba.freshreads.shard;

import java.util.BitSet;
import java.util.List;

/** One primary with its replicas and its hash slots, as the cluster reports them. Immutable. */
public final class Shard {
  private final Node primary;
  private final List<Node> replicas;
  private final BitSet hashSlots;

  /**
   * @param hashSlots the primary's hash slots, 0 … 16383
   */
  public Shard(Node primary, List<Node> replicas, BitSet hashSlots) {
    this.primary = primary;
    this.replicas = List.copyOf(replicas);
    this.hashSlots = (BitSet) hashSlots.clone();
  }

  public Node primary() {
    return primary;
  }

  public List<Node> replicas() {
    return replicas;
  }

  public boolean hasHashSlot(int hashSlot) {
    return hashSlots.get(hashSlot);
  }

  /** A copy of the hash slots. */
  public BitSet hashSlots() {
    return (BitSet) hashSlots.clone();
  }

  @Override
  public String toString() {
    return "shard of " + primary + " with replicas " + replicas;
  }
}
