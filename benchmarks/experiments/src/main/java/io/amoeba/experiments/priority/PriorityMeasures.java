package io.amoeba.experiments.priority;

import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.priority.PriorityPhase.Compared;
import io.amoeba.report.Claim;
import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import io.amoeba.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Figures of rounds, the goals of request priority, and the paper's results. Low requests only
 * matter by what they add to the latency of high ones, so the first figure is the part of that
 * which a mode removes: the paper's figures, against stock, depend on how good high requests are
 * alone. The noise of a figure is half the range of equal phases, those of a baseline. Stateless.
 */
final class PriorityMeasures {
  private static final String P50 = "p50Micros";
  private static final String P99 = "p99Micros";
  private static final String P999 = "p999Micros";
  private static final String MEAN = "meanMicros";
  private static final String PER_SECOND = "perSecond";

  static final Measure<Compared> HIGH_P50 = high("highP50Micros", "high p50", P50);
  static final Measure<Compared> HIGH_P99 = high("highP99Micros", "high p99", P99);
  static final Measure<Compared> HIGH_P999 = high("highP999Micros", "high p99.9", P999);

  private static final Measure<Compared> P50_REMOVED =
      Measure.percent("p50Removed", "removed p50", round -> round.removed(P50));
  private static final Measure<Compared> P99_REMOVED =
      Measure.percent("p99Removed", "removed p99", round -> round.removed(P99));
  private static final Measure<Compared> P999_REMOVED =
      Measure.percent("p999Removed", "removed p99.9", round -> round.removed(P999));
  private static final Measure<Compared> P999_OF_ALONE =
      Measure.ratio("p999OfAlone", "p99.9 of alone", round -> round.ofAlone(P999));
  private static final Measure<Compared> LOW_OF_STOCK =
      Measure.ratio("lowOfStock", "low of stock", Compared::lowOfStock);

  private static final Measure<Compared> GAP =
      Measure.<Compared>whole(
              "longestLowGapMillis",
              "longest time without low answer",
              "ms",
              round ->
                  round.phase().mode().withLow()
                      ? round.phase().low().get("longestGapMillis")
                      : Double.NaN)
          .target(Goal.atMost(1_000), Measure.EXACT, "a complete stall (4.1)");

  private static final Measure<Compared> FAILED =
      Measure.<Compared>whole(
              "failed",
              "failed requests",
              "",
              round -> round.phase().high().get("errors") + round.phase().low().get("errors"))
          .target(Goal.exactly(0).orFail(), Measure.EXACT, "");

  private static final Measure<Compared> HOOK_FAILURES =
      Measure.<Compared>whole(
              "hookFailures", "failed hooks", "", round -> round.phase().node().get("hookFailures"))
          .target(Goal.exactly(0).orFail(), Measure.EXACT, "");

  private static final Measure<Compared> TOTAL_OF_STOCK =
      Measure.ratio(
          "totalOfStock",
          "all of stock",
          round -> round.phase().perSecond() / round.stock().perSecond());

  private static final Measure<Compared> ALL_P99_OF_STOCK =
      Measure.ratio(
          "allP99OfStock",
          "p99 of all requests, of stock",
          round -> round.phase().all().get(P99) / round.stock().all().get(P99));

  private static final Measure<Compared> P50_OF_STOCK = ofStock("p50OfStock", "p50", P50);
  private static final Measure<Compared> P999_OF_STOCK = ofStock("p999OfStock", "p99.9", P999);
  private static final Measure<Compared> P999_OF_STOCK_P50 =
      Measure.ratio(
          "p999OfStockP50",
          "p99.9 of the p50 of stock",
          round -> round.phase().high().get(P999) / round.stock().high().get(P50));

  private static final Measure<Compared> MEAN_OF_STOCK = ofStock("meanOfStock", "mean", MEAN);

  /** The columns of the table. */
  static final List<Measure<Compared>> SHOWN =
      List.of(
          Measure.whole(
              "highPerSecond", "high", "/s", round -> round.phase().high().get(PER_SECOND)),
          HIGH_P50,
          HIGH_P99,
          HIGH_P999,
          P50_REMOVED,
          P99_REMOVED,
          P999_REMOVED,
          P999_OF_ALONE,
          Measure.whole("lowPerSecond", "low", "/s", round -> round.phase().low().get(PER_SECOND)),
          LOW_OF_STOCK,
          TOTAL_OF_STOCK,
          GAP,
          Measure.decimals(1, "lowLimit", "low limit", "", node("lowLimit")),
          Measure.decimals(2, "nodeCpus", "node", "CPUs", node("cpus")),
          Measure.whole("nodeGcMillis", "node GC", "ms", node("gcMillis")),
          Measure.decimals(
              2, "clientCpus", "clients", "CPUs", round -> round.phase().client().get("cpus")));

  /** Further figures in the JSON. */
  static final List<Measure<Compared>> MORE =
      List.of(
          Measure.whole(
              "highMaxMicros", "max", "us", round -> round.phase().high().get("maxMicros")),
          Measure.whole(
              "lowP99Micros",
              "low p99, with the time for which requests were held",
              "us",
              round -> round.phase().low().get(P99)),
          Measure.whole("oldestHeldMillis", "oldest held", "ms", node("oldestHeldMillis")),
          Measure.decimals(1, "normalLimit", "normal limit", "", node("normalLimit")),
          Measure.whole("normalHeld", "held normal requests", "", node("normalHeld")),
          Measure.whole("diskReads", "reads of slow disks", "", node("diskReads")),
          FAILED,
          HOOK_FAILURES,
          ALL_P99_OF_STOCK,
          P50_OF_STOCK,
          P999_OF_STOCK,
          P999_OF_STOCK_P50,
          MEAN_OF_STOCK);

  private PriorityMeasures() {}

  private static Measure<Compared> high(String name, String title, String figure) {
    return Measure.whole(name, title, "us", round -> round.phase().high().get(figure));
  }

  private static Measure<Compared> ofStock(String name, String title, String figure) {
    return Measure.ratio(name, title + " of stock", round -> round.ofStock(figure));
  }

  private static ToDoubleFunction<Compared> node(String figure) {
    return round -> round.phase().node().get(figure);
  }

  /** How much equal phases differ: the range of stock's latency, as a part of its median. */
  static double noise(List<ModeResult<Compared>> results, String figure) {
    return results.stream()
        .filter(result -> result.first().phase().mode().equals(PriorityMode.STOCK))
        .mapToDouble(result -> spread(result, PriorityPhase::high, figure).relative())
        .max()
        .orElse(Double.NaN);
  }

  private static Spread spread(
      ModeResult<Compared> result, Function<PriorityPhase, Values> part, String figure) {
    return Spread.of(
        result.rounds().stream().map(round -> part.apply(round.phase()).get(figure)).toList());
  }

  /**
   * Claims about all modes.
   *
   * @param options with nodes of the paper's two kinds: one, or replicas that answer at a majority
   */
  static List<Claim> claims(List<ModeResult<Compared>> results, PriorityOptions options) {
    List<Claim> claims = new ArrayList<>();
    if (!options.hasSlowDisks()) {
      ofGoals(claims, results, options.nodes());
    }
    List<Compared> all = results.stream().flatMap(result -> result.rounds().stream()).toList();
    claims.add(Claim.of("all modes", FAILED, all));
    claims.add(Claim.of("all modes", HOOK_FAILURES, all));
    if (options.hasSlowDisks()) {
      claims.add(Claim.of("all modes", diskReadsPerRead(options.readShare()), all));
    }
    return List.copyOf(claims);
  }

  /** Of nodes with too few CPUs, as the paper's are. */
  private static void ofGoals(List<Claim> claims, List<ModeResult<Compared>> results, int nodes) {
    for (ModeResult<Compared> result : results) {
      Judged judged = new Judged(result, results);
      PriorityPhase phase = result.first().phase();
      if (phase.mode().equals(PriorityMode.FULL) && nodes > 1) {
        judged.replicas(claims);
      } else if (phase.mode().equals(PriorityMode.FULL)) {
        judged.product(claims);
      } else if (phase.mode().equals(PriorityMode.UNMARKED)) {
        judged.claim(claims, TOTAL_OF_STOCK, Goal.atLeast(0.99), judged.throughputNoise(), "");
        judged.claim(claims, ALL_P99_OF_STOCK, Goal.atMost(1.05), judged.allNoise(), "");
      } else if (phase.mode().equals(PriorityMode.NORMAL_LIMIT)) {
        // Nobody has marked them: no class may stand still by their limit.
        claims.add(Claim.of(result.name(), GAP, result.rounds()));
      } else if (phase.mode().semaphore() > 0 && !phase.load().isOpen()) {
        judged.semaphore(claims);
      }
    }
  }

  /**
   * Whether reads wait for slow disks at all. Which requests read is random, so a phase has only
   * about the share.
   */
  private static Measure<Compared> diskReadsPerRead(double readShare) {
    return Measure.<Compared>decimals(
            2,
            "diskReadsPerRead",
            "reads of slow disks for each request that reads",
            "",
            round ->
                round.phase().node().get("diskReads")
                    / (round.phase().all().get("answers") * readShare))
        .target(Goal.atLeast(0.5).orFail(), Measure.EXACT, "");
  }

  /** A result with the baselines of its load. */
  private record Judged(
      ModeResult<Compared> result, ModeResult<Compared> stock, ModeResult<Compared> alone) {
    Judged(ModeResult<Compared> result, List<ModeResult<Compared>> all) {
      this(result, of(PriorityMode.STOCK, result, all), of(PriorityMode.ALONE, result, all));
    }

    private static ModeResult<Compared> of(
        PriorityMode mode, ModeResult<Compared> result, List<ModeResult<Compared>> all) {
      HighLoad load = result.first().phase().load();
      return all.stream()
          .filter(other -> other.first().phase().mode().equals(mode))
          .filter(other -> other.first().phase().load().equals(load))
          .findFirst()
          .orElseThrow();
    }

    void claim(
        List<Claim> claims, Measure<Compared> measure, Goal goal, double noise, String paper) {
      claims.add(Claim.of(result.name(), measure.target(goal, noise, paper), result.rounds()));
    }

    void product(List<Claim> claims) {
      claim(claims, P50_REMOVED, Goal.atLeast(0.95), removedNoise(P50), "");
      claim(claims, P999_REMOVED, Goal.atLeast(0.9), removedNoise(P999), "");
      claim(claims, P999_OF_ALONE, Goal.atMost(2.5), aloneNoise(P999), "");
      if (result.first().phase().load().isOpen()) {
        claim(claims, LOW_OF_STOCK, Goal.atLeast(0.85), throughputNoise(), "x0.67 (4.2)");
      } else {
        claim(claims, LOW_OF_STOCK, Goal.atLeast(0.67), throughputNoise(), "x0.67 (4.2)");
        claim(claims, P50_OF_STOCK, Goal.atMost(0.29), ratioNoise(P50), "-71 % (4.2)");
        claim(claims, P999_OF_STOCK, Goal.atMost(0.04), ratioNoise(P999), "-96 % (4.2)");
      }
      claims.add(Claim.of(result.name(), GAP, result.rounds()));
    }

    /** The product where two of three replicas have to answer. */
    void replicas(List<Claim> claims) {
      claim(claims, P999_REMOVED, Goal.atLeast(0.85), removedNoise(P999), "");
      claim(claims, LOW_OF_STOCK, Goal.atLeast(0.7), throughputNoise(), "x0.01 (4.2)");
      claim(claims, P50_OF_STOCK, Goal.atMost(0.07), ratioNoise(P50), "-93 % (4.2)");
      claim(claims, P999_OF_STOCK, Goal.atMost(0.06), ratioNoise(P999), "-94 % (4.2)");
      claim(claims, P999_OF_STOCK_P50, Goal.atMost(1), Measure.UNKNOWN_NOISE, "at most x1 (6)");
      claims.add(Claim.of(result.name(), GAP, result.rounds()));
    }

    /** The paper has figures of two thresholds. */
    void semaphore(List<Claim> claims) {
      if (result.first().phase().mode().semaphore() == 1) {
        claim(claims, MEAN_OF_STOCK, Goal.atMost(0.41), ratioNoise(MEAN), "-59 % (4.1)");
      } else if (result.first().phase().mode().semaphore() == 2) {
        claim(claims, MEAN_OF_STOCK, Goal.atMost(0.74), ratioNoise(MEAN), "-26 % (4.1)");
      }
    }

    private static double halfRange(Spread spread) {
      return (spread.greatest() - spread.least()) / 2;
    }

    /** Of one round it is not known how equal ones differ. */
    private double known(double noise) {
      return result.rounds().size() > 1 ? noise : Measure.UNKNOWN_NOISE;
    }

    double removedNoise(String figure) {
      Spread most = spread(stock, PriorityPhase::high, figure);
      double added = most.median() - spread(alone, PriorityPhase::high, figure).median();
      return added > 0 ? known(halfRange(most) / added) : Measure.UNKNOWN_NOISE;
    }

    double ratioNoise(String figure) {
      double ratio = result.spread(ofStock("", "", figure)).median();
      return known(ratio * spread(stock, PriorityPhase::high, figure).relative() / 2);
    }

    double aloneNoise(String figure) {
      double ratio = result.spread(P999_OF_ALONE).median();
      return known(ratio * spread(alone, PriorityPhase::high, figure).relative() / 2);
    }

    double throughputNoise() {
      return known(spread(stock, PriorityPhase::low, PER_SECOND).relative() / 2);
    }

    double allNoise() {
      return known(spread(stock, PriorityPhase::all, P99).relative() / 2);
    }
  }
}
