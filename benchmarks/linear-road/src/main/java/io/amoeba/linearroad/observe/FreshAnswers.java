package io.amoeba.linearroad.observe;

/** Numbers of fresh reads by who answered them. Immutable. */
public record FreshAnswers(long primaries, long replicas) {
  /** There were none. */
  public static final FreshAnswers NONE = new FreshAnswers(0, 0);
}
