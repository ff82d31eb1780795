package io.amoeba.experiments.leadership;

import java.util.concurrent.TimeUnit;

/** A time by {@link System#nanoTime}. Immutable. */
record Span(long fromNanos, long toNanos) {
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  double seconds() {
    return (toNanos - fromNanos) / NANOS_PER_SECOND;
  }

  /** From the start of one to the end of another. */
  Span until(Span last) {
    return new Span(fromNanos, last.toNanos);
  }
}
