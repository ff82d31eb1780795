package io.amoeba.coordinator.plan;

/**
 * What a plan is expected to bring: the share (0 … 1) of store requests that stay on their node,
 * before and after, over its operators by their records per second. {@code measured} says that the
 * operators count their requests; otherwise the shares are those of the hash slots. Immutable.
 */
public record PlanGain(double localHitRateBefore, boolean measured, double localHitRateAfter) {

  /** That of a plan about no operator: it has nothing to do with where requests go. Not numbers. */
  public static final PlanGain NONE = new PlanGain(Double.NaN, false, Double.NaN);

  /** How much more of the requests stay on their node then, -1 … 1. */
  public double rise() {
    return localHitRateAfter - localHitRateBefore;
  }
}
