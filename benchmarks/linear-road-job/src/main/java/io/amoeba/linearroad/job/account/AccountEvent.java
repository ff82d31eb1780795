package io.amoeba.linearroad.job.account;

/**
 * At a crossing, a time in seconds, a toll is announced, and the toll announced at {@code
 * chargedCrossing} is charged (-1: none). Immutable.
 */
public record AccountEvent(int vid, int time, long announcedToll, int chargedCrossing) {
  /** Whether it can never change a balance. */
  public boolean isVoid() {
    return announcedToll == 0 && chargedCrossing < 0;
  }
}
