package io.amoeba.linearroad.run;

import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answers.LatencySeries;
import io.amoeba.linearroad.job.probe.OrderProbe;
import io.amoeba.linearroad.measure.Alternation;
import io.amoeba.linearroad.measure.AnswerGaps;
import io.amoeba.linearroad.measure.Figures;
import io.amoeba.linearroad.measure.OperatorLocality;
import io.amoeba.linearroad.measure.Placement;
import io.amoeba.linearroad.measure.PlacementPhase;
import io.amoeba.linearroad.measure.Sample;
import io.amoeba.linearroad.observe.FreshAnswers;
import io.amoeba.linearroad.observe.HashSlotLayout;
import io.amoeba.linearroad.servers.FleetOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All results of a run. Immutable, except for the series, which no longer change.
 *
 * @param freshAnswers to the fresh reads of the whole run
 */
public record RunResult(
    RunOptions options,
    Input input,
    Performance performance,
    FreshAnswers freshAnswers,
    Checks checks,
    Timeline timeline,
    Surroundings surroundings) {
  /** The share of requests that must be local after alignment. */
  public static final double LEAST_LOCAL_HIT_RATE = 0.99;

  /** A rate over fewer requests is not judged. */
  public static final long LEAST_REQUESTS = 1_000;

  /** Needed to judge one operator by itself; some send few requests. */
  public static final long LEAST_REQUESTS_OF_OPERATOR = 100;

  private static final double BUSY_LOAD = 0.5;
  private static final String AFTER = "after the alignment";

  /** Without fresh reads. */
  public RunResult(
      RunOptions options,
      Input input,
      Performance performance,
      Checks checks,
      Timeline timeline,
      Surroundings surroundings) {
    this(options, input, performance, FreshAnswers.NONE, checks, timeline, surroundings);
  }

  /** The input; expressways: 0 if not known. */
  public record Input(int expressways, long records, long positionReports, int simulatedSeconds) {}

  /**
   * The measurements.
   *
   * @param operators that use Redis, by name; empty if placements alternated
   * @param growthBefore how much faster the second half of the time before the alignment was than
   *     the first; well above 1: the job was not warm, and the times after it gain by that too
   * @param gaps in the stream of answers
   * @param mapSwitches changes of the map of one operator
   * @param mapSwitchesOfAllOperators likewise, all counted
   * @param phases in which one placement was in force; empty if they did not alternate
   */
  public record Performance(
      Figures before,
      Figures after,
      List<OperatorLocality> operators,
      double growthBefore,
      long adaptationMillis,
      AnswerGaps gaps,
      long mapSwitches,
      long mapSwitchesOfAllOperators,
      List<PlacementPhase> phases) {
    /** Takes immutable copies. */
    public Performance {
      operators = List.copyOf(operators);
      phases = List.copyOf(phases);
    }
  }

  /**
   * The checks.
   *
   * @param order of the accesses to Redis; null: not checked
   */
  public record Checks(
      AnswerComparison answers, long rejectedLines, OrderProbe.@Nullable Result order) {
    /** Answers that are missing, wrong or too many, and input that the job did not accept. */
    public long mismatches() {
      return answers.mismatches() + rejectedLines;
    }
  }

  /** The run over time; points in time in milliseconds since the epoch, 0: never. */
  public record Timeline(
      List<Sample> samples,
      LatencySeries tollLatencies,
      long feedBeginMillis,
      long feedEndMillis,
      long alignBeginMillis,
      long migratedMillis,
      long alignedMillis) {
    /** Takes an immutable copy of the samples. */
    public Timeline {
      samples = List.copyOf(samples);
    }

    /** A point in time in seconds since the first record, but not before it; NaN: never. */
    public double seconds(long epochMillis) {
      return epochMillis == 0 ? Double.NaN : Math.max(0, epochMillis - feedBeginMillis) / 1_000.0;
    }
  }

  /**
   * Hash slots and other load.
   *
   * @param before hash slots and their owners before the alignment; null: not known
   * @param after the same at the end
   * @param cpuLoad of the machine right before the run started its servers, 0 … 1; negative: not
   *     known
   */
  public record Surroundings(
      @Nullable HashSlotLayout before, @Nullable HashSlotLayout after, double cpuLoad) {
    /** Whether other programs used more than half of the CPUs. */
    public boolean isBusy() {
      return cpuLoad > BUSY_LOAD;
    }
  }

  /** The failed checks, for people. */
  public List<String> failures() {
    List<String> failures = new ArrayList<>();
    if (checks.answers().checked() == 0) {
      failures.add("no answer was checked: the input requires none, or the run ended too soon");
    }
    if (checks.mismatches() > 0) {
      failures.add(checks.mismatches() + " answers are not right");
    }
    orderFailures(failures);
    FleetOptions.FreshReading freshReads = options.fleet().job().freshReads();
    if (freshReads != null && freshReads.replicasFirst() && freshAnswers.replicas() == 0) {
      failures.add(
          "no replica answered a read: give a longer --duration or --fresh-reads, and replicas");
    }
    if (options.alignment().alternates()) {
      alternationFailures(failures);
    } else {
      localHitFailure(failures);
      if (options.fleet().job().keyed() && options.alignment().aligns()) {
        operatorFailures(failures);
      }
    }
    return failures;
  }

  private void orderFailures(List<String> failures) {
    OrderProbe.Result order = checks.order;
    if (order == null) {
      return;
    }
    if (order.lost() + order.duplicated() > 0) {
      failures.add(order.lost() + " records were lost, " + order.duplicated() + " duplicated");
    }
    if (order.keyReorderings() > 0 && !options.fleet().job().immediate()) {
      failures.add(order.keyReorderings() + " accesses to a key were reordered");
    }
  }

  private void alternationFailures(List<String> failures) {
    Alternation alternation = Alternation.of(performance.phases);
    if (alternation.pairs() < Alternation.LEAST_PAIRS) {
      failures.add(
          "only %d pairs of an aligned and a hash phase were measured, less than %d: give a longer --duration or an earlier --align-after"
              .formatted(alternation.pairs(), Alternation.LEAST_PAIRS));
      return;
    }
    double least =
        performance.phases.stream()
            .filter(phase -> phase.placement() == Placement.ALIGNED)
            .mapToDouble(phase -> phase.figures().localHitRate())
            .filter(rate -> !Double.isNaN(rate))
            .min()
            .orElse(Double.NaN);
    if (Double.isNaN(least)) {
      failures.add("no request to Redis was seen in an aligned phase: give a longer --alternate");
    } else {
      judge(failures, least, "", "in an aligned phase");
    }
  }

  private static void judge(List<String> failures, double rate, String whose, String when) {
    if (rate < LEAST_LOCAL_HIT_RATE) {
      failures.add(
          "only %.2f %% of the requests%s were local %s, less than %.0f %%"
              .formatted(rate * 100, whose, when, LEAST_LOCAL_HIT_RATE * 100));
    }
  }

  private void localHitFailure(List<String> failures) {
    boolean fromFile = options.traffic() instanceof Traffic.FromFile;
    if (!options.alignment().aligns()) {
      if (!fromFile && performance.before.requests() == 0) {
        failures.add("no request to Redis was seen: give a longer --duration");
      }
      return;
    }
    if (fromFile && performance.after.requests() <= LEAST_REQUESTS) {
      return;
    }
    double rate = performance.after.localHitRate();
    if (Double.isNaN(rate)) {
      failures.add(
          "no request to Redis was seen after the alignment: give a longer --duration or an earlier "
              + (options.fleet().addsNode() ? "--add-node-after" : "--align-after"));
    } else {
      judge(failures, rate, "", AFTER);
    }
  }

  /** Maps and key groups may be right although an operator uses other hash slots. */
  private void operatorFailures(List<String> failures) {
    for (OperatorLocality locality : performance.operators) {
      if (locality.after().total() >= LEAST_REQUESTS_OF_OPERATOR) {
        String whose = " of operator " + locality.operator();
        judge(failures, locality.after().localHitRate(), whose, AFTER);
      }
    }
  }
}
