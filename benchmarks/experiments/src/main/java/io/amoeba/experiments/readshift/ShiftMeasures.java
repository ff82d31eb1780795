package io.amoeba.experiments.readshift;

import static io.amoeba.experiments.loops.CycleMeasures.CYCLE;
import static io.amoeba.experiments.loops.CycleMeasures.DURING;
import static io.amoeba.experiments.loops.CycleMeasures.STEADY;
import static io.amoeba.experiments.loops.CycleMeasures.decimals;
import static io.amoeba.experiments.loops.CycleMeasures.noise;
import static io.amoeba.experiments.loops.CycleMeasures.of;
import static io.amoeba.experiments.loops.CycleMeasures.over;
import static io.amoeba.experiments.loops.CycleMeasures.percent;

import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.loops.WorkCycle.Compared;
import io.amoeba.report.Claim;
import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import java.util.ArrayList;
import java.util.List;

/**
 * Figures of cycles, and the goals of read shift; the paper has Cassandra in no measurement of
 * leadership change. The noise of a ratio is half the range of the steady throughput of stock.
 * Stateless.
 */
final class ShiftMeasures {
  private static final String NO_PAPER = "";

  private static final Measure<Compared<ShiftCycle>> DURING_OF_STEADY =
      of("duringOfSteady", "throughput during the work, of before", DURING, STEADY);
  private static final Measure<Compared<ShiftCycle>> DURING_OVER_STOCK =
      over("duringOverStock", "throughput during the work, over stock", DURING);
  private static final Measure<Compared<ShiftCycle>> CYCLE_OVER_STOCK =
      over("cycleOverStock", "throughput of a cycle, over stock", CYCLE);
  private static final Measure<Compared<ShiftCycle>> WORK_OF_STOCK =
      over("workOfStock", "length of the work, of stock", "workSeconds");
  private static final Measure<Compared<ShiftCycle>> P99_OF_STEADY =
      of("p99OfSteady", "p99 during the work, of before", "duringP99Millis", "steadyP99Millis");
  private static final Measure<Compared<ShiftCycle>> READ_SHARE =
      percent("readShareWorking", "reads at the working node from 2 s after the announcement");
  private static final Measure<Compared<ShiftCycle>> MISSES =
      percent("chunkMissMore", "chunk cache misses on return, over before");
  private static final Measure<Compared<ShiftCycle>> OVERLAP =
      decimals(1, "overlapSeconds", "compactions of two replicas at once", "s");
  private static final Measure<Compared<ShiftCycle>> LOST =
      decimals(0, "lostWrites", "lost acknowledged writes", "");
  private static final Measure<Compared<ShiftCycle>> FAILED =
      decimals(0, "failed", "failed operations", "");

  /** Columns of the table, by short titles. */
  static final List<Measure<Compared<ShiftCycle>>> SHOWN =
      List.of(
          decimals(0, STEADY, "before", "/s"),
          decimals(0, DURING, "during", "/s"),
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
  static final List<Measure<Compared<ShiftCycle>>> MORE =
      List.of(
          CYCLE_OVER_STOCK,
          WORK_OF_STOCK,
          decimals(0, CYCLE, "cycle", "/s"),
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

  /** Claims about all modes. */
  static List<Claim> claims(ShiftOptions options, List<ModeResult<Compared<ShiftCycle>>> results) {
    List<Claim> claims = new ArrayList<>();
    for (ModeResult<Compared<ShiftCycle>> result : results) {
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

  private static Claim claim(
      ModeResult<Compared<ShiftCycle>> result,
      Measure<Compared<ShiftCycle>> measure,
      Goal goal,
      double noise) {
    return Claim.of(result.name(), measure.target(goal, noise, NO_PAPER), result.rounds());
  }
}
