package io.amoeba.priority.protocol.limit;

/**
 * How many normal requests may be in flight while high ones are active: no limit, unless high tasks
 * wait for too long although the low class is at its least. Immutable: each step makes a new one.
 *
 * @param requests from {@value #LEAST} to {@value #NO_LIMIT}, which is none; fractions count
 *     towards the next step
 */
public record NormalLimit(double requests) {

  /*
   * Normal requests are those that nobody has marked, so the limit is the last resort: it begins at
   * what is in flight, never goes below 8 and never sheds, and without enough high tasks to judge by
   * it is lifted at once. Decreases as the low limit does; an increase takes a step per request,
   * because the low class waits for the normal one.
   */

  /** Never less, so that normal requests go on. */
  public static final int LEAST = 8;

  /** More than Cassandra's threads for requests, 128 by default, would wait for one anyway. */
  public static final int NO_LIMIT = 128;

  public static final NormalLimit NONE = new NormalLimit(NO_LIMIT);

  private static final double LEAST_FACTOR = 0.6;

  public NormalLimit {
    if (!(requests >= LEAST && requests <= NO_LIMIT)) {
      throw new IllegalArgumentException(
          "a limit of " + requests + " is not within " + LEAST + " … " + NO_LIMIT);
    }
  }

  public boolean isNone() {
    return requests == NO_LIMIT;
  }

  /** In whole requests. */
  public int whole() {
    return (int) requests;
  }

  /**
   * The limit after an interval.
   *
   * @param lowAtLeast whether the low class cannot give way any further
   * @param running normal requests in flight
   */
  NormalLimit next(HopWaitSummary waits, boolean lowAtLeast, int running, LimitRules rules) {
    if (waits.samples() < LowLimit.LEAST_SAMPLES) {
      return NONE;
    }
    if (waits.p95Micros() <= rules.targetMicros()) {
      return within(requests + 1);
    }
    if (!lowAtLeast || running < LEAST) {
      // Others are the cause.
      return this;
    }
    double factor = Math.max(LEAST_FACTOR, (double) rules.targetMicros() / waits.p95Micros());
    return within(Math.min(requests, running) * factor);
  }

  private static NormalLimit within(double requests) {
    return new NormalLimit(Math.max(LEAST, Math.min(NO_LIMIT, requests)));
  }
}
