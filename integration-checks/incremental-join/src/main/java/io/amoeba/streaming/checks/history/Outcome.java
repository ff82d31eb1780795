package io.amoeba.streaming.checks.history;

/** What the client knows of a write. */
public enum Outcome {
  /** Acknowledged: it must never be missed. */
  OK,
  /** Refused before any replica saw it. */
  FAILED,
  /** Timed out or cut off: it may be seen or not, now or later. */
  UNKNOWN
}
