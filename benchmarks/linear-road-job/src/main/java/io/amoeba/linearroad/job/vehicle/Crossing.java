package io.amoeba.linearroad.job.vehicle;

/**
 * A vehicle crossed into a place at a time in seconds, not by an exit lane (rule 6). The toll that
 * was announced at {@code chargedCrossing}, a time in seconds or {@link #NONE}, is now charged.
 * Immutable.
 */
public record Crossing(int vid, int time, long place, int chargedCrossing, long appendMillis) {
  /** No toll was pending. */
  public static final int NONE = -1;
}
