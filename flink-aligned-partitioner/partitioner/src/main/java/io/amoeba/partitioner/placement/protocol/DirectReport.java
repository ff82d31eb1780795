package io.amoeba.partitioner.placement.protocol;

import java.util.List;

/** A partitioner that switches at once, without order: known by operator name alone. Immutable. */
public final class DirectReport {

  private final String operator;
  private final int parallelism;
  private final long epoch;

  /** A partitioner's line. */
  public DirectReport(String operator, int parallelism, long epoch) {
    this.operator = operator;
    this.parallelism = parallelism;
    this.epoch = epoch;
  }

  /** Name of the receiving operator. */
  public String operator() {
    return operator;
  }

  /** Number of subtasks of the receiving operator. */
  public int parallelism() {
    return parallelism;
  }

  /** The epoch that it routes by, 0 before the first map. */
  public long epoch() {
    return epoch;
  }

  private List<Object> values() {
    return List.of(operator, parallelism, epoch);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DirectReport && ((DirectReport) other).values().equals(values());
  }

  @Override
  public int hashCode() {
    return values().hashCode();
  }

  @Override
  public String toString() {
    return "DirectReport" + values();
  }
}
