package io.amoeba.streaming.protocol.member;

/** What became of an announcement. */
public sealed interface Application {

  /** It is in force, with this record. */
  record Applied(HeldJoin held) implements Application {}

  /** Nothing changes. The reason is for the log. */
  record Ignored(String reason) implements Application {}
}
