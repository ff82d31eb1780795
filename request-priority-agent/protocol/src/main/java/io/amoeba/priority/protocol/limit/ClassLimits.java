package io.amoeba.priority.protocol.limit;

import java.util.OptionalInt;

/**
 * The limits of both lower classes, by the high tasks' hop waits. The low class gives way first,
 * and comes back last. Immutable: each step makes new ones.
 */
public record ClassLimits(LowLimit low, NormalLimit normal) {

  /** Where the controller starts: as good as no limits. */
  public static ClassLimits start(LimitRules rules) {
    return new ClassLimits(LowLimit.start(rules), NormalLimit.NONE);
  }

  /**
   * The limits after an interval.
   *
   * @param fixedLow whether the low class has a fixed limit, which this does not change
   * @param normalRunning normal requests in flight; empty where they are never limited
   */
  public ClassLimits next(
      ControlInterval interval, boolean fixedLow, OptionalInt normalRunning, LimitRules rules) {
    boolean lowAtLeast = fixedLow || low.whole() == 1 || !interval.lowRan();
    NormalLimit nextNormal =
        normalRunning.isPresent()
            ? normal.next(interval.waits(), lowAtLeast, normalRunning.getAsInt(), rules)
            : NormalLimit.NONE;
    if (fixedLow) {
      return new ClassLimits(LowLimit.start(rules), nextNormal);
    }
    ControlInterval ofLow =
        nextNormal.isNone()
            ? interval
            : new ControlInterval(interval.waits(), interval.lowRan(), /* lowHeld= */ false);
    return new ClassLimits(low.next(ofLow, rules), nextNormal);
  }
}
