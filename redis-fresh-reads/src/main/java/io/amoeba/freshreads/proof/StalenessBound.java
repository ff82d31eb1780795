package io.amoeba.freshreads.proof;

import java.time.Duration;

/**
 * How old an answer of a replica may be when it is handed over, and after which moment the state
 * that it shows must be proven. Immutable.
 */
public final class StalenessBound {
  private final long maxAgeNanos;
  private final long afterNanos;

  private StalenessBound(long maxAgeNanos, long afterNanos) {
    this.maxAgeNanos = maxAgeNanos;
    this.afterNanos = afterNanos;
  }

  /** With this maximum age; zero admits no replica. */
  public static StalenessBound of(Duration maxAge) {
    return new StalenessBound(maxAge.toNanos(), ReplicaProof.NONE);
  }

  /** Also demands a proof that is not older than this moment. */
  public StalenessBound after(long nanos) {
    boolean later = afterNanos == ReplicaProof.NONE || nanos - afterNanos > 0;
    return new StalenessBound(maxAgeNanos, later ? nanos : afterNanos);
  }

  /** With the same maximum age, whatever was demanded to be proven. */
  public StalenessBound withoutMark() {
    return new StalenessBound(maxAgeNanos, ReplicaProof.NONE);
  }

  /** With another maximum age. */
  public StalenessBound within(Duration maxAge) {
    return new StalenessBound(maxAge.toNanos(), afterNanos);
  }

  public long maxAgeNanos() {
    return maxAgeNanos;
  }

  /** Whether no replica can satisfy it. */
  public boolean isPrimaryOnly() {
    return maxAgeNanos == 0;
  }

  /**
   * Whether an answer may be handed over now.
   *
   * @param provenNanos the moment that was proven before the read was sent, on its connection
   * @param nowNanos the moment of the hand-over
   */
  public boolean admits(long provenNanos, long nowNanos) {
    return provenNanos != ReplicaProof.NONE
        && maxAgeNanos != 0
        && nowNanos - provenNanos <= maxAgeNanos
        && (afterNanos == ReplicaProof.NONE || provenNanos - afterNanos >= 0);
  }
}
