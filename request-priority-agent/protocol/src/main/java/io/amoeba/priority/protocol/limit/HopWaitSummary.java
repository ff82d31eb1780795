package io.amoeba.priority.protocol.limit;

/**
 * The hop waits of an interval. Immutable.
 *
 * @param p95Micros 95 % of the samples are at most that long, an eighth too much at most
 */
public record HopWaitSummary(long samples, long p95Micros) {

  /** Of an interval without samples. */
  public static final HopWaitSummary NONE = new HopWaitSummary(0, 0);
}
