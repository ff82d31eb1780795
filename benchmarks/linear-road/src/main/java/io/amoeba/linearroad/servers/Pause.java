package io.amoeba.linearroad.servers;

/** Waits between two checks of a condition. Stateless. */
public final class Pause {
  private Pause() {}

  /** Waits; an interrupt ends the run. */
  public static void millis(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was interrupted", e);
    }
  }
}
