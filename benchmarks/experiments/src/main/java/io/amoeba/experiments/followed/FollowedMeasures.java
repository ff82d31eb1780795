package io.amoeba.experiments.followed;

import io.amoeba.experiments.ModeResult;
import io.amoeba.report.Claim;
import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import java.util.ArrayList;
import java.util.List;

/** Figures of cycles, and the goals. Stateless. */
final class FollowedMeasures {
  private static final Measure<JobCycle> BEFORE = percent("localBefore", "local before");
  private static final Measure<JobCycle> LOWEST_AFTER =
      percent("lowestLocalAfter", "lowest local after");
  private static final Measure<JobCycle> LOST = whole("lostWrites", "lost writes", "");

  /** Columns of the table. */
  static final List<Measure<JobCycle>> SHOWN =
      List.of(
          BEFORE,
          percent("localDuring", "during"),
          percent("lowestLocal", "lowest"),
          LOWEST_AFTER.titled("lowest after"),
          seconds("secondsBelow", "below 99 %"),
          seconds("secondsUntilLocal", "after the round"),
          whole("beforePerSecond", "reports before", "/s"),
          whole("duringPerSecond", "during", "/s"),
          Measure.ratio(
              "duringOfBefore",
              "during of before",
              cycle -> cycle.get("duringPerSecond") / cycle.get("beforePerSecond")),
          seconds("workSeconds", "save"),
          seconds("roundSeconds", "with changes"),
          whole("pauseMillis", "longest write", "ms"),
          LOST);

  /** Further figures in the JSON. */
  static final List<Measure<JobCycle>> MORE =
      List.of(
          percent("localAfter", "local after"),
          whole("afterPerSecond", "reports after", "/s"),
          whole("failedWrites", "failed writes", ""));

  private FollowedMeasures() {}

  private static Measure<JobCycle> percent(String name, String title) {
    return Measure.percent(name, title, cycle -> cycle.get(name));
  }

  private static Measure<JobCycle> seconds(String name, String title) {
    return Measure.decimals(1, name, title, "s", cycle -> cycle.get(name));
  }

  private static Measure<JobCycle> whole(String name, String title, String unit) {
    return Measure.whole(name, title, unit, cycle -> cycle.get(name));
  }

  /** That the job is aligned before the work and after it, and that no write is lost. */
  static List<Claim> claims(List<ModeResult<JobCycle>> results) {
    Goal aligned = Goal.atLeast(JobCycle.ALIGNED).orFail();
    List<Claim> claims = new ArrayList<>();
    for (ModeResult<JobCycle> result : results) {
      for (Measure<JobCycle> measure : List.of(BEFORE, LOWEST_AFTER)) {
        claims.add(
            Claim.of(result.name(), measure.target(aligned, Measure.EXACT, ""), result.rounds()));
      }
      claims.add(
          Claim.of(
              result.name(),
              LOST.target(Goal.exactly(0).orFail(), Measure.EXACT, ""),
              result.rounds()));
    }
    return List.copyOf(claims);
  }
}
