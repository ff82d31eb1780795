package io.amoeba.coordinator.knowledge;

import java.util.Locale;

/** What the coordinator may do by itself. */
public enum Mode {
  /** Watch and explain; make no plans. */
  OBSERVE,
  /** Make plans, show them, and wait for approval. */
  PROPOSE,
  /** Approve plans within the limits of the policy; the rest waits as in {@link #PROPOSE}. */
  ACT;

  /** As configuration, API and page write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
