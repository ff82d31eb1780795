package io.amoeba.freshreads.read;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** When a read that a replica has not answered is sent to the primary, too. Immutable. */
public final class HedgeSettings {
  private static final long USUAL_LATENCIES = 20;
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** After this time the replica is given up, whatever the bound. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final @Nullable Duration after;

  /**
   * @param after null: 20 times the usual latency, 50 ms at most
   */
  public HedgeSettings(@Nullable Duration after) {
    this.after = after;
  }

  /** When a hedge is allowed to start, if there is a hedge left. */
  long afterNanos(long usualLatencyNanos) {
    if (after != null) {
      return after.toNanos();
    }
    long usual = usualLatencyNanos == 0 ? LONGEST_NANOS : USUAL_LATENCIES * usualLatencyNanos;
    return Math.max(Math.min(usual, LONGEST_NANOS), SHORTEST_NANOS);
  }

  /** When the primary is asked in any case: a later answer would be too old, or takes too long. */
  long giveUpNanos(long boundNanos) {
    return Math.min(boundNanos, PATIENCE_NANOS);
  }
}
