package io.amoeba.experiments.leadership;

import static io.amoeba.experiments.loops.CycleMeasures.CYCLE;
import static io.amoeba.experiments.loops.CycleMeasures.DURING;
import static io.amoeba.experiments.loops.CycleMeasures.STEADY;
import static io.amoeba.experiments.loops.CycleMeasures.decimals;
import static io.amoeba.experiments.loops.CycleMeasures.noise;
import static io.amoeba.experiments.loops.CycleMeasures.of;
import static io.amoeba.experiments.loops.CycleMeasures.over;

import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.loops.WorkCycle.Compared;
import io.amoeba.report.Claim;
import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Figures of cycles, the goals of leadership change, and the paper's results. The noise of a ratio
 * is half the range of the steady throughput of stock. Stateless.
 */
final class LeadershipMeasures {

  /** Where work takes less of the time, a change of the lead cannot gain much. */
  private static final double WORTHWHILE_SHARE = 0.1;

  private static final double P95 = 0.95;

  private static final Measure<Compared<Cycle>> DURING_OF_STEADY =
      of("duringOfSteady", "throughput during the work, of before", DURING, STEADY);
  private static final Measure<Compared<Cycle>> DURING_OVER_STOCK =
      over("duringOverStock", "throughput during the work, over stock", DURING);
  private static final Measure<Compared<Cycle>> CYCLE_OVER_STOCK =
      over("cycleOverStock", "throughput of a cycle, over stock", CYCLE);
  private static final Measure<Compared<Cycle>> LONGEST_OF_STOCK =
      over("longestOfStock", "longest operation during the work, of stock", "longestWorkMillis");
  private static final Measure<Compared<Cycle>> WORK_OF_STOCK =
      over("workOfStock", "length of the work, of stock", "workSeconds");
  private static final Measure<Compared<Cycle>> WORK_SHARE =
      Measure.percent(
          "workShare",
          "time with work",
          round -> round.cycle().get("duringSeconds") / round.cycle().get("cycleSeconds"));
  private static final Measure<Compared<Cycle>> PAUSE =
      decimals(0, "pauseMillis", "longest write in a change", "ms");
  private static final Measure<Compared<Cycle>> LOST =
      decimals(0, "lostWrites", "lost acknowledged writes", "");
  private static final Measure<Compared<Cycle>> COPIES =
      decimals(0, "fullCopies", "full copies", "");
  private static final Measure<Compared<Cycle>> FAILED =
      decimals(0, "failed", "failed requests", "");

  /** Columns of the table, by short titles. */
  static final List<Measure<Compared<Cycle>>> SHOWN =
      List.of(
          decimals(0, STEADY, "before", "/s"),
          decimals(0, DURING, "during", "/s"),
          DURING_OF_STEADY.titled("during of before"),
          DURING_OVER_STOCK.titled("during over stock"),
          CYCLE_OVER_STOCK.titled("cycle over stock"),
          WORK_SHARE,
          decimals(1, "workSeconds", "work", "s"),
          decimals(1, "steadyP99Millis", "p99 before", "ms"),
          decimals(1, "duringP99Millis", "p99 during", "ms"),
          decimals(0, "longestWorkMillis", "longest in work", "ms"),
          PAUSE.titled("longest in change"),
          decimals(0, "forkMillis", "fork", "ms"),
          LOST.titled("lost writes"),
          COPIES);

  /** Further figures in the JSON. */
  static final List<Measure<Compared<Cycle>>> MORE =
      List.of(
          Measure.percent(
              "onPrimaryShare",
              "work on the primary",
              round -> round.cycle().get("onPrimaryShare")),
          decimals(0, CYCLE, "cycle", "/s"),
          decimals(1, "steadyP50Millis", "p50 before", "ms"),
          decimals(1, "duringP50Millis", "p50 during", "ms"),
          decimals(1, "steadyP999Millis", "p99.9 before", "ms"),
          decimals(1, "duringP999Millis", "p99.9 during", "ms"),
          decimals(0, "steadyLongestMillis", "longest before", "ms"),
          LONGEST_OF_STOCK,
          WORK_OF_STOCK,
          decimals(1, "copiedMebibytes", "copied on write", "MiB"),
          decimals(2, "primaryCpus", "primary before", "CPUs"),
          decimals(2, "candidateCpus", "candidate before", "CPUs"),
          decimals(2, "busyFraction", "machine busy", ""),
          FAILED);

  private LeadershipMeasures() {}

  /** Claims about all modes. */
  static List<Claim> claims(LeadershipOptions options, List<ModeResult<Compared<Cycle>>> results) {
    List<Claim> claims = new ArrayList<>();
    for (ModeResult<Compared<Cycle>> result : results) {
      Judged judged = new Judged(options, result, claims);
      KillPoint kill = options.kill();
      if (kill != null) {
        if (result.first().cycle().mode().movesLead() && kill.sparesLeader()) {
          judged.exact(LOST, Goal.exactly(0).orFail());
          if (kill.killsCoordinator()) {
            judged.exact(COPIES, Goal.exactly(0).orFail());
          }
        }
      } else if (result.first().cycle().mode().movesLead()) {
        judged.moving();
      } else if (result.first().cycle().mode() == LeadershipMode.STOCK && options.isLimited()) {
        // The control: where stock loses little, nothing can be gained.
        judged.ratio(DURING_OF_STEADY, Goal.atMost(0.5), "0.77 to 0.82 (IV-A), 0.73 (IV-B)");
      }
    }
    return List.copyOf(claims);
  }

  /** A result, and where its claims go. */
  private record Judged(
      LeadershipOptions options, ModeResult<Compared<Cycle>> result, List<Claim> claims) {

    void moving() {
      if (options.isLimited()) {
        ratio(DURING_OF_STEADY, Goal.atLeast(0.95), "1.0 (IV-A, IV-B)");
        if (result.spread(WORK_SHARE).median() >= WORTHWHILE_SHARE) {
          ratio(CYCLE_OVER_STOCK, Goal.atLeast(1.08), paperOfCycle());
        }
        if (options.work() == Work.BACKUP) {
          ratio(DURING_OVER_STOCK, Goal.atLeast(1.35), "+35 % (IV-B, figure 4)");
        }
      }
      if (options.work() == Work.BACKUP) {
        ratio(WORK_OF_STOCK, Goal.atMost(1), "21.5 % shorter (IV-B)");
      } else {
        pauses();
      }
      ratio(LONGEST_OF_STOCK, Goal.atMost(0.5), "");
      exact(LOST, Goal.exactly(0).orFail());
      exact(COPIES, Goal.exactly(0).orFail());
      exact(FAILED, Goal.exactly(0));
    }

    private String paperOfCycle() {
      return options.work() == Work.BACKUP
          ? "+15.8 % over an hour (IV-B)"
          : "+4.2 to +7.2 % over an hour (IV-A)";
    }

    /** The 95th percentile of all changes: with fewer than twenty, the longest one. */
    private void pauses() {
      double p95 = percentile95(result.rounds());
      Measure<Compared<Cycle>> measure =
          Measure.<Compared<Cycle>>whole(
                  "pauseP95Millis", "p95 of the longest write in a change", "ms", round -> p95)
              .target(
                  Goal.atMost(options.isLimited() ? 250 : 60),
                  Measure.EXACT,
                  "a few hundred ms (III)");
      claims.add(Claim.of(result.name(), measure, result.rounds()));
    }

    void exact(Measure<Compared<Cycle>> measure, Goal goal) {
      claims.add(Claim.of(result.name(), measure.target(goal, Measure.EXACT, ""), result.rounds()));
    }

    void ratio(Measure<Compared<Cycle>> measure, Goal goal, String paper) {
      claims.add(
          Claim.of(
              result.name(), measure.target(goal, noise(result, measure), paper), result.rounds()));
    }
  }

  /** Of the pauses of all cycles; NaN without any. */
  static double percentile95(List<Compared<Cycle>> rounds) {
    double[] pauses =
        rounds.stream()
            .flatMap(round -> round.cycle().pausesMillis().stream())
            .mapToDouble(Double::doubleValue)
            .toArray();
    if (pauses.length == 0) {
      return Double.NaN;
    }
    Arrays.sort(pauses);
    return pauses[(int) Math.ceil(P95 * pauses.length) - 1];
  }
}
