package io.amoeba.coordinator.monitor;

/** Hash slots {@code from … to}, both included. Immutable. */
public record HashSlotSpan(int from, int to) {

  /** Number of hash slots. */
  public int count() {
    return to - from + 1;
  }
}
