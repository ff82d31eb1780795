package io.amoeba.streaming.protocol.member;

/** Outcome of an announcement. */
public sealed interface ApplyResult {

  /** It is in force, with this record. */
  record Applied(HeldJoin held) implements ApplyResult {}

  /** Nothing changes. The reason is for the log. */
  record Ignored(String reason) implements ApplyResult {}

  /** Nothing changes, since it cannot be true. The reason is for operators. */
  record Refused(String reason) implements ApplyResult {}
}
