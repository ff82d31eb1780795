package io.amoeba.streaming.checks.workload;

/** Replicated counters that are raised by lightweight transactions. Safe for concurrent use. */
public interface CounterStore {
  /** The counter's value in the serial order of all increments. */
  int value(int coordinator, String counter);

  /**
   * Sets the value if it is {@code value - 1}.
   *
   * @return whether it was applied
   * @throws WriteRefusedException if it surely was not and never will be
   * @throws RuntimeException if it is not known whether it happened
   */
  boolean raise(int coordinator, String counter, int value) throws WriteRefusedException;

  /** A short name for what went wrong, for counting. */
  default String kind(RuntimeException error) {
    return error.getClass().getSimpleName();
  }
}
