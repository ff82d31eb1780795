package io.amoeba.shift.protocol.work;

/** Phases of announced work. */
public enum Phase {
  /** No work is announced. */
  QUIET,
  /** Work is announced, and reads come as usual. */
  ANNOUNCED,
  /** Work is announced, and reads go to other replicas. */
  SHIFTED,
  /** The work has ended, and caches are warmed before reads return. */
  RETURNING
}
