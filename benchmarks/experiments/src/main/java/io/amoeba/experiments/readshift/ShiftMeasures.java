package io.amoeba.experiments.readshift;

import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.readshift.ShiftCycle.Compared;
import io.amoeba.report.Claim;
import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import io.amoeba.report.Spread;
import java.util.ArrayList;
import java.util.List;

/**
 * Figures of cycles, and the goals of read shift; the paper has Cassandra in no measurement of
 * leadership change. The noise of a ratio is half the range of the steady throughput of stock.
 * Stateless.
 */
final class ShiftMeasures {
  private static final String STEADY = "steadyPerSecond";
  private static final String NO_PAPER = "";

  private static final Measure<Compared> DURING_OF_STEADY =
      Measure.ratio(
          "duringOfSteady",
          "throughput during the work, of before",
          round -> round.cycle().get("duringPerSecond") / round.cycle().get(STEADY));
  private static final Measure<Compared> DURING_OVER_STOCK =
      over("duringOverStock", "throughput during the work, over stock", "duringPerSecond");
  private static final Measure<Compared> CYCLE_OVER_STOCK =
      over("cycleOverStock", "throughput of a cycle, over stock", "cyclePerSecond");
  private static final Measure<Compared> WORK_OF_STOCK =
      over("workOfStock", "length of the work, of stock", "workSeconds");
  private static final Measure<Compared> P99_OF_STEADY =
      Measure.ratio(
          "p99OfSteady",
          "p99 during the work, of before",
          round -> round.cycle().get("duringP99Millis") / round.cycle().get("steadyP99Millis"));
  private static final Measure<Compared> READ_SHARE =
      percent("readShareWorking", "reads at the working node from 2 s after the announcement");
  private static final Measure<Compared> MISSES =
      percent("chunkMissMore", "chunk cache misses on return, over before");
  private static final Measure<Compared> OVERLAP =
      decimals(1, "overlapSeconds", "compactions of two replicas at once", "s");
  private static final Measure<Compared> LOST =
      decimals(0, "lostWrites", "lost acknowledged writes", "");
  private static final Measure<Compared> FAILED = decimals(0, "failed", "failed operations", "");

  /** Columns of the table, by short titles. */
  static final List<Measure<Compared>> SHOWN =
      List.of(
          decimals(0, STEADY, "before", "/s"),
          decimals(0, "duringPerSecond", "during", "/s"),
          decimals(0, "afterPerSecond", "after", "/s"),
          DURING_OF_STEADY.titled("during of before"),
          DURING_OVER_STOCK.titled("during over stock"),
          decimals(1, "workSeconds", "work", "s"),
          OVERLAP.titled("overlap"),
          decimals(1, "steadyP99Millis", "p99 before", "ms"),
          decimals(1, "duringP99Millis", "p99 during", "ms"),
          P99_OF_STEADY.titled("p99 during of before"),
          percent("shiftedShare", "shifted"),
          READ_SHARE.titled("reads at the node"),
          MISSES.titled("misses on return"),
          FAILED.titled("failed"),
          LOST.titled("lost writes"));

  /** Further figures in the JSON. */
  static final List<Measure<Compared>> MORE =
      List.of(
          CYCLE_OVER_STOCK,
          WORK_OF_STOCK,
          decimals(0, "cyclePerSecond", "cycle", "/s"),
          decimals(0, "waitingPerSecond", "due and waiting", "/s"),
          decimals(1, "waitingSeconds", "due and waiting", "s"),
          decimals(1, "duringSeconds", "a node works", "s"),
          decimals(1, "steadyP50Millis", "p50 before", "ms"),
          decimals(1, "duringP50Millis", "p50 during", "ms"),
          decimals(1, "afterP50Millis", "p50 after", "ms"),
          decimals(1, "afterP99Millis", "p99 after", "ms"),
          percent("readShareBefore", "reads at the node before"),
          decimals(1, "leftSeconds", "reads have left after", "s"),
          decimals(1, "returnSeconds", "reads have returned after", "s"),
          percent("chunkMissBefore", "chunk cache misses before"),
          percent("chunkMissReturned", "chunk cache misses on return"),
          percent("keyMissBefore", "key cache misses before"),
          percent("keyMissReturned", "key cache misses on return"),
          decimals(0, "replays", "replays of hints", ""),
          decimals(2, "busyFraction", "machine busy", ""));

  private ShiftMeasures() {}

  private static Measure<Compared> over(String name, String title, String figure) {
    return Measure.ratio(
        name, title, round -> round.cycle().get(figure) / round.stock().get(figure));
  }

  private static Measure<Compared> decimals(int digits, String name, String title, String unit) {
    return Measure.decimals(digits, name, title, unit, round -> round.cycle().get(name));
  }

  private static Measure<Compared> percent(String name, String title) {
    return Measure.percent(name, title, round -> round.cycle().get(name));
  }

  /** How much equal cycles differ: the range of the steady throughput of stock, of its median. */
  static double noise(List<ModeResult<Compared>> results) {
    return steady(results.get(0)).relative();
  }

  private static Spread steady(ModeResult<Compared> result) {
    return Spread.of(result.rounds().stream().map(round -> round.stock().get(STEADY)).toList());
  }

  /** Claims about all modes. */
  static List<Claim> claims(ShiftOptions options, List<ModeResult<Compared>> results) {
    List<Claim> claims = new ArrayList<>();
    for (ModeResult<Compared> result : results) {
      ShiftMode mode = result.first().cycle().mode();
      if (mode.announces()) {
        claims.add(claim(result, READ_SHARE, Goal.atMost(WorkFigures.GONE), Measure.EXACT));
      }
      if (options.limitsReads()) {
        // The control: where stock's latency hardly rises, nothing can be gained.
        Goal goal = mode == ShiftMode.STOCK ? Goal.atLeast(1.4) : Goal.atMost(1.2);
        claims.add(claim(result, P99_OF_STEADY, goal, noise(result, P99_OF_STEADY)));
      }
      if (mode.hasHints()) {
        claims.add(claim(result, MISSES, Goal.atMost(0.02), Measure.EXACT));
      }
      if (mode.takesTurns()) {
        claims.add(claim(result, OVERLAP, Goal.exactly(0), Measure.EXACT));
      }
      claims.add(claim(result, FAILED, Goal.exactly(0), Measure.EXACT));
      claims.add(claim(result, LOST, Goal.exactly(0).orFail(), Measure.EXACT));
    }
    return List.copyOf(claims);
  }

  private static double noise(ModeResult<Compared> result, Measure<Compared> measure) {
    return result.rounds().size() > 1
        ? result.spread(measure).median() * steady(result).relative() / 2
        : Measure.UNKNOWN_NOISE;
  }

  private static Claim claim(
      ModeResult<Compared> result, Measure<Compared> measure, Goal goal, double noise) {
    return Claim.of(result.name(), measure.target(goal, noise, NO_PAPER), result.rounds());
  }
}
