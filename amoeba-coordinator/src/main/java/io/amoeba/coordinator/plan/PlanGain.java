package io.amoeba.coordinator.plan;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What a plan is expected to bring. Immutable. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({
  @JsonSubTypes.Type(PlanGain.LocalShare.class),
  @JsonSubTypes.Type(PlanGain.AvoidedLoss.class)
})
public sealed interface PlanGain {

  /** That of a plan about no operator: it has nothing to do with where requests go. Not numbers. */
  LocalShare NONE = new LocalShare(Double.NaN, false, Double.NaN);

  /**
   * The share (0 … 1) of store requests that stay on their node, before and after, over the plan's
   * operators by their records per second. {@code measured} says that the operators count their
   * requests; otherwise the shares are those of the hash slots. Immutable.
   */
  record LocalShare(double localHitRateBefore, boolean measured, double localHitRateAfter)
      implements PlanGain {

    /** How much more of the requests stay on their node then, -1 … 1. */
    public double rise() {
      return localHitRateAfter - localHitRateBefore;
    }
  }

  /**
   * What background work costs requests, without the plan and with it: the time in milliseconds for
   * which as many requests as arrive now would not be served at all. Immutable.
   */
  record AvoidedLoss(long lossMillisBefore, long lossMillisAfter) implements PlanGain {

    /** How much less is lost then. */
    public long avoidedMillis() {
      return lossMillisBefore - lossMillisAfter;
    }
  }
}
