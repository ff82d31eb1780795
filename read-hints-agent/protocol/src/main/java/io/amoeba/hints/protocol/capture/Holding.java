package io.amoeba.hints.protocol.capture;

/**
 * Whether captured reads are sent now, or wait for more: a batch costs its sender and its receiver
 * as much as dozens of the hints in it, whatever it holds. Confined to one thread.
 */
public final class Holding {

  private final long longestNanos;
  private long sentNanos;

  /**
   * Holds reads back.
   *
   * @param longestNanos too few reads wait until so long after those before were sent
   * @param nowNanos by System.nanoTime, like all times here
   */
  public Holding(long longestNanos, long nowNanos) {
    this.longestNanos = longestNanos;
    this.sentNanos = nowNanos;
  }

  /**
   * Whether to send so many reads now; if so, that is what the caller does.
   *
   * @param enough so many do not wait; 0: none does
   * @param room for reads in all; when half of it is taken, they do not wait
   */
  public boolean isDue(int reads, int enough, int room, long nowNanos) {
    boolean due = reads >= enough || reads >= room / 2 || nowNanos - sentNanos >= longestNanos;
    if (due) {
      sentNanos = nowNanos;
    }
    return due;
  }
}
