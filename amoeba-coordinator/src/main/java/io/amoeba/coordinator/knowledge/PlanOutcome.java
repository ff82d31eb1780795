package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.plan.PlanGain;
import io.amoeba.coordinator.plan.PlanGain.LocalShare;
import java.util.Locale;

/** What a completed plan brought, measured before and after it. Immutable. */
public record PlanOutcome(Performance before, Performance after, Verdict verdict) {

  /*
   * The local-hit rate is what a plan promises, so it decides. Throughput only vetoes: without
   * backpressure it follows the load, which the plan has no part in, and noise of some percent is
   * usual (docs/experiments.md).
   */

  /** Part of the promised rise that must be seen. */
  private static final double LEAST_PART_OF_GAIN = 0.5;

  /** Part of the throughput before that must be left. */
  private static final double LEAST_THROUGHPUT = 0.95;

  /** Whether it was worth its cost. */
  public enum Verdict {
    /**
     * At least half of the promised rise of the local-hit rate was seen, and no loss of throughput.
     */
    WORTH_IT,
    /** Less than that. */
    NOT_WORTH_IT,
    /**
     * The operators do not count their requests, the coordinator did not run long enough, or the
     * plan promised something else.
     */
    UNKNOWN;

    /** As API and page write it. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Judges what was measured by what was promised. */
  public static PlanOutcome of(PlanGain promised, Performance before, Performance after) {
    if (!(promised instanceof LocalShare share)
        || Double.isNaN(before.localHitRate())
        || Double.isNaN(after.localHitRate())) {
      return new PlanOutcome(before, after, Verdict.UNKNOWN);
    }
    double rise = Math.max(0, share.localHitRateAfter() - before.localHitRate());
    boolean risen = after.localHitRate() >= before.localHitRate() + LEAST_PART_OF_GAIN * rise;
    boolean slower =
        after.recordsPerSecond() < LEAST_THROUGHPUT * before.recordsPerSecond(); // false for NaN
    return new PlanOutcome(
        before, after, risen && !slower ? Verdict.WORTH_IT : Verdict.NOT_WORTH_IT);
  }
}
