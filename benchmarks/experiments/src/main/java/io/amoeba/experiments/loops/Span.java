package io.amoeba.experiments.loops;

import java.util.concurrent.TimeUnit;

/** A time by {@link System#nanoTime}. Immutable. */
public record Span(long fromNanos, long toNanos) {
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Its length. */
  public double seconds() {
    return (toNanos - fromNanos) / NANOS_PER_SECOND;
  }

  /** From the start of one to the end of another. */
  public Span until(Span last) {
    return new Span(fromNanos, last.toNanos);
  }
}
