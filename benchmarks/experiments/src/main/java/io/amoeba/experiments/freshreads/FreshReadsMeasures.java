package io.amoeba.experiments.freshreads;

import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.freshreads.Load.Workload;
import io.amoeba.experiments.freshreads.StepPhase.Compared;
import io.amoeba.report.Claim;
import io.amoeba.report.Goal;
import io.amoeba.report.Measure;
import io.amoeba.report.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Figures of rounds, the goals of fresh reads, and the paper's results. The noise of a ratio is
 * half the range of the rounds with reads from the primary only. Stateless.
 */
final class FreshReadsMeasures {
  private static final String READS = "readsPerSecond";
  private static final String P50 = "p50Micros";
  private static final String P80 = "p80Micros";

  /** With no more clients, the primary has time to spare. */
  private static final int FEW_CLIENTS = 20;

  private static final Measure<Compared> SHARE =
      Measure.percent("replicaShare", "at replicas", round -> round.phase().get("replicaShare"));
  private static final Measure<Compared> OVER_PRIMARY =
      over("overPrimary", "over primary", Compared::primary);
  private static final Measure<Compared> OVER_REPLICAS =
      over("overReplicas", "over replicas", Compared::replicas);
  private static final Measure<Compared> OVER_PAPER =
      over("overPaper", "over paper", Compared::paper);
  private static final Measure<Compared> OVER_BETTER =
      Measure.ratio(
          "overBetter",
          "reads over the better of primary and replicas",
          round ->
              round.phase().get(READS)
                  / Math.max(round.primary().get(READS), round.replicas().get(READS)));
  private static final Measure<Compared> OF_ONE_PROCESS =
      over("ofOneProcess", "of one process", Compared::fresh);
  private static final Measure<Compared> P80_OF_PAPER =
      Measure.ratio(
          "p80OfPaper", "p80 of paper", round -> round.phase().get(P80) / round.paper().get(P80));
  private static final Measure<Compared> P80_OF_BETTER =
      Measure.ratio(
          "p80OfBetter",
          "p80 of the better of primary and replicas",
          round ->
              round.phase().get(P80)
                  / Math.min(round.primary().get(P80), round.replicas().get(P80)));
  private static final Measure<Compared> P50_OF_PRIMARY =
      Measure.ratio(
          "p50OfPrimary",
          "p50 of primary",
          round -> round.phase().get(P50) / round.primary().get(P50));
  private static final Measure<Compared> STEADY = decimals(1, "steadySeconds", "steady after", "s");
  private static final Measure<Compared> OVER_BOUND =
      Measure.whole("overBound", "over the bound", "", round -> round.phase().get("overBound"));
  private static final Measure<Compared> WORST_STALE =
      decimals(0, "worstStaleMillis", "stalest", "ms");
  private static final Measure<Compared> P80_STALE =
      decimals(0, "p80StaleMillis", "p80 staleness", "ms");
  private static final Measure<Compared> PROVEN =
      decimals(0, "provenAgeMillis", "largest proven age", "ms");
  private static final Measure<Compared> STALE_OF_PROVEN =
      Measure.ratio(
          "staleOfProven",
          "stalest answer of the largest proven age",
          round -> round.phase().get("worstStaleMillis") / round.phase().get("provenAgeMillis"));
  private static final Measure<Compared> FAILED =
      Measure.<Compared>whole("failed", "failed requests", "", round -> round.phase().get("failed"))
          .target(Goal.exactly(0).orFail(), Measure.EXACT, "");

  /** The columns of the table. */
  static final List<Measure<Compared>> SHOWN =
      List.of(
          Measure.whole(READS, "reads", "/s", round -> round.phase().get(READS)),
          OVER_PRIMARY,
          OVER_REPLICAS,
          OVER_PAPER,
          millis("p50Millis", "p50", P50),
          millis("p80Millis", "p80", P80),
          millis("p99Millis", "p99", "p99Micros"),
          SHARE,
          STEADY,
          OVER_BOUND,
          WORST_STALE,
          PROVEN,
          decimals(2, "primaryCpus", "primary", "CPUs"),
          decimals(2, "replicaCpus", "replica", "CPUs"),
          decimals(2, "clientCpus", "clients", "CPUs"));

  /** Further figures in the JSON. */
  static final List<Measure<Compared>> MORE =
      List.of(
          decimals(0, "writesPerSecond", "writes", "/s"),
          decimals(0, "sReads", "judged reads", ""),
          P80_STALE,
          P80_OF_PAPER,
          P80_OF_BETTER,
          P50_OF_PRIMARY,
          OVER_BETTER,
          OF_ONE_PROCESS,
          STALE_OF_PROVEN,
          FAILED);

  private FreshReadsMeasures() {}

  private static Measure<Compared> over(
      String name, String title, Function<Compared, StepPhase> baseline) {
    return Measure.ratio(
        name, title, round -> round.phase().get(READS) / baseline.apply(round).get(READS));
  }

  private static Measure<Compared> millis(String name, String title, String micros) {
    return Measure.decimals(1, name, title, "ms", round -> round.phase().get(micros) / 1_000);
  }

  private static Measure<Compared> decimals(int digits, String name, String title, String unit) {
    return Measure.decimals(digits, name, title, unit, round -> round.phase().get(name));
  }

  /** How much equal rounds differ: the largest range of the primary's reads, of their median. */
  static double noise(List<ModeResult<Compared>> results) {
    return results.stream()
        .filter(result -> result.first().phase().mode().equals(ReadMode.PRIMARY))
        .mapToDouble(result -> phases(result, READS).relative())
        .max()
        .orElse(Double.NaN);
  }

  private static Spread phases(ModeResult<Compared> result, String figure) {
    return Spread.of(result.rounds().stream().map(round -> round.primary().get(figure)).toList());
  }

  /** Claims about all modes. */
  static List<Claim> claims(List<ModeResult<Compared>> results) {
    int most =
        results.stream()
            .mapToInt(result -> result.first().phase().load().clients())
            .max()
            .orElse(0);
    List<Claim> claims = new ArrayList<>();
    for (ModeResult<Compared> result : results) {
      Judged judged = new Judged(result, claims);
      StepPhase step = result.first().phase();
      boolean saturated = step.load().clients() == most && most > FEW_CLIENTS;
      if (step.mode().processes() > 1) {
        if (saturated && step.scenario().isPlain()) {
          judged.ratio(OF_ONE_PROCESS, READS, Goal.atLeast(0.95), "");
        }
      } else if (step.mode().isFresh() && !step.scenario().isPlain()) {
        judged.scenario(step);
      } else if (step.mode().isFresh() && saturated) {
        judged.saturated(step.load().workload());
      } else if (step.mode().isFresh() && step.load().clients() <= FEW_CLIENTS) {
        judged.light();
      } else if (step.mode().equals(ReadMode.REPLICAS)
          && step.scenario().fault() == Scenario.Fault.STALE_REPLICA) {
        // The control: without it, no answer over the bound would say nothing.
        judged.exact(OVER_BOUND, Goal.atLeast(1), "");
      }
      if (step.mode().isFresh()) {
        judged.exact(OVER_BOUND, Goal.exactly(0).orFail(), "exceeded at 3 s (4.5, figure 10)");
      }
    }
    claims.add(
        Claim.of(
            "all modes",
            FAILED,
            results.stream().flatMap(result -> result.rounds().stream()).toList()));
    return List.copyOf(claims);
  }

  /** A result, and where its claims go. */
  private record Judged(ModeResult<Compared> result, List<Claim> claims) {
    void claim(Measure<Compared> measure, Goal goal, double noise, String paper) {
      claims.add(Claim.of(result.name(), measure.target(goal, noise, paper), result.rounds()));
    }

    void exact(Measure<Compared> measure, Goal goal, String paper) {
      claim(measure, goal, Measure.EXACT, paper);
    }

    /**
     * A ratio of a figure. Of one round it is not known how equal ones differ.
     *
     * @param figure what varies with the noise
     */
    void ratio(Measure<Compared> measure, String figure, Goal goal, String paper) {
      double half = phases(result, figure).relative() / 2;
      double noise =
          result.rounds().size() > 1
              ? result.spread(measure).median() * half
              : Measure.UNKNOWN_NOISE;
      claim(measure, goal, noise, paper);
    }

    /** Of a figure that is no ratio: rounds differ by half their range. */
    void range(Measure<Compared> measure, Goal goal, String paper) {
      Spread spread = result.spread(measure);
      double noise =
          result.rounds().size() > 1
              ? (spread.greatest() - spread.least()) / 2
              : Measure.UNKNOWN_NOISE;
      claim(measure, goal, noise, paper);
    }

    void saturated(Workload workload) {
      if (workload == Workload.A) {
        ratio(OVER_BETTER, READS, Goal.atLeast(0.97), "close to the better corner (4.4, figure 6)");
        ratio(OVER_PAPER, READS, Goal.atLeast(1.04), "");
        return;
      }
      ratio(OVER_PRIMARY, READS, Goal.atLeast(2.6), "about x2.5 (4.3)");
      ratio(OVER_REPLICAS, READS, Goal.atLeast(1.33), "about x1.3 (4.3)");
      ratio(OVER_PAPER, READS, Goal.atLeast(1.08), "");
      ratio(P80_OF_PAPER, P80, Goal.atMost(0.6), "");
      ratio(P80_OF_BETTER, P80, Goal.atMost(1), "lower than both (4.3)");
      range(SHARE, Goal.between(0.6, 0.75), "about 70 % (4.3)");
      range(P80_STALE, Goal.atMost(1_000), "0 s, of whole seconds (4.3)");
      exact(STALE_OF_PROVEN, Goal.atMost(1), "aligned, at times larger (4.5)");
    }

    void light() {
      range(SHARE, Goal.atMost(0.005), "10 % (4.2, 4.3)");
      ratio(P50_OF_PRIMARY, P50, Goal.atMost(1.03), "");
    }

    void scenario(StepPhase step) {
      if (step.scenario().isColocated()) {
        ratio(OVER_PRIMARY, READS, Goal.atLeast(0.98), "close, at light load (4.4, figure 6)");
      } else if (step.scenario().fault() == Scenario.Fault.STALE_REPLICA) {
        ratio(OVER_PAPER, READS, Goal.atLeast(1.8), "");
      } else if (step.scenario().fault() == Scenario.Fault.SLOW_REPLICA) {
        ratio(OVER_PAPER, READS, Goal.atLeast(1.25), "");
      } else if (step.step() > 0) {
        range(STEADY, Goal.atMost(1), "58 to 90 s (4.2)");
        change(step);
      }
    }

    private void change(StepPhase step) {
      switch (step.scenario().name()) {
        case Scenario.MORE_READS -> range(SHARE, Goal.between(0.6, 0.75), "70 % (4.2, figure 2)");
        case Scenario.FEWER_CLIENTS -> range(SHARE, Goal.atMost(0.005), "10 % (4.2, figure 3)");
        default -> {
          if (step.step() == 1) {
            ratio(OVER_REPLICAS, READS, Goal.atLeast(0.97), "similar (4.2, figure 4)");
          }
        }
      }
    }
  }
}
