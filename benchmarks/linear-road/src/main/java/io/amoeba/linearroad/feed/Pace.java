package io.amoeba.linearroad.feed;

/** How fast input is fed. Immutable. */
public sealed interface Pace {

  /** As fast as the job processes it, a few seconds ahead. */
  record Fastest() implements Pace {}

  /** By the clock. */
  record SimulatedSecondsPerSecond(double rate) implements Pace {}
}
