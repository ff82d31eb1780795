package io.amoeba.priority.protocol.limit;

/**
 * How many low requests may be in flight while high ones are active, and how that follows from the
 * high tasks' hop waits. Immutable: each step makes a new one.
 *
 * @param requests from 1; fractions count towards the next step
 */
public record LowLimit(double requests) {

  /*
   * Additive increase, multiplicative decrease; a step is 100 ms, or longer where high tasks are few. The signal is the time that a high
   * task waits for a thread to run: pure interference, without disk and network, so no baseline has
   * to be learnt. CockroachDB's elastic limiter regulates on scheduling latency likewise. A decrease
   * is in proportion to the excess and bounded, as in gradient limits: from 64 to 1 in a second.
   * An increase takes four steps per request. Few samples are no P95 but a maximum. Nothing changes
   * where the low class cannot be the cause, or where the limit has not been felt: an unused limit
   * would drift upwards, and the next burst would hurt.
   */

  private static final double LEAST_FACTOR = 0.6;
  private static final double INCREASE = 0.25;

  /** Below so many samples an interval decides nothing. */
  public static final int LEAST_SAMPLES = 20;

  public LowLimit {
    if (!(requests >= 1)) {
      throw new IllegalArgumentException("a limit of " + requests + " is below 1");
    }
  }

  /** Where the controller starts: as good as no limit. */
  public static LowLimit start(LimitRules rules) {
    return new LowLimit(rules.most());
  }

  /** In whole requests. */
  public int whole() {
    return (int) requests;
  }

  /** The limit after an interval. */
  public LowLimit next(ControlInterval interval, LimitRules rules) {
    HopWaitSummary waits = interval.waits();
    if (waits.samples() < LEAST_SAMPLES) {
      return within(requests, rules);
    }
    if (waits.p95Micros() > rules.targetMicros()) {
      double factor = Math.max(LEAST_FACTOR, (double) rules.targetMicros() / waits.p95Micros());
      return within(interval.lowRan() ? requests * factor : requests, rules);
    }
    return within(interval.lowHeld() ? requests + INCREASE : requests, rules);
  }

  private static LowLimit within(double requests, LimitRules rules) {
    return new LowLimit(Math.max(1, Math.min(rules.most(), requests)));
  }
}
