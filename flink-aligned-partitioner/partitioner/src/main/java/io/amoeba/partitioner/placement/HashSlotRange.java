package io.amoeba.partitioner.placement;

/** Hash slots {@code from … to} (both included) owned by one subtask. Immutable. */
public final class HashSlotRange {

  private final int from;
  private final int to;
  private final int subtask;

  /** A range; the values are checked by the map that takes it. */
  public HashSlotRange(int from, int to, int subtask) {
    this.from = from;
    this.to = to;
    this.subtask = subtask;
  }

  /** First hash slot. */
  public int from() {
    return from;
  }

  /** Last hash slot. */
  public int to() {
    return to;
  }

  /** Owner. */
  public int subtask() {
    return subtask;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HashSlotRange
        && ((HashSlotRange) other).from == from
        && ((HashSlotRange) other).to == to
        && ((HashSlotRange) other).subtask == subtask;
  }

  @Override
  public int hashCode() {
    return (31 * from + to) * 31 + subtask;
  }

  @Override
  public String toString() {
    return "[" + from + ", " + to + "] → " + subtask;
  }
}
