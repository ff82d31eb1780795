package io.amoeba.linearroad.run;

import java.time.Duration;

/** A point in a run. Immutable. */
public sealed interface When {

  /** Before the first record. */
  record AtStart() implements When {}

  /** After a part (0 … 1) of the input. */
  record AfterPart(double part) implements When {}

  /** After a time of feeding. */
  record AfterTime(Duration time) implements When {}

  /** Not in this run. */
  record Never() implements When {}

  /**
   * Whether the point is reached.
   *
   * @param part of the input that was fed, 0 … 1
   */
  default boolean isReached(double part, Duration elapsed) {
    if (this instanceof Never) {
      return false;
    }
    if (this instanceof AfterPart after) {
      return part >= after.part;
    }
    return !(this instanceof AfterTime after) || elapsed.compareTo(after.time) >= 0;
  }
}
