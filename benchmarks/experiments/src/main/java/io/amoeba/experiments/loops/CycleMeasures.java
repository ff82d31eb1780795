package io.amoeba.experiments.loops;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.loops.WorkCycle.Compared;
import io.amoeba.report.Measure;
import io.amoeba.report.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Measures of cycles, their noise, and their JSON. Stateless. */
public final class CycleMeasures {
  /** Operations per second before the work. */
  public static final String STEADY = "steadyPerSecond";

  /** Operations per second during the work. */
  public static final String DURING = "duringPerSecond";

  /** Operations per second of the whole cycle. */
  public static final String CYCLE = "cyclePerSecond";

  private CycleMeasures() {}

  /** The ratio of two figures of a cycle. */
  public static <C extends WorkCycle<?>> Measure<Compared<C>> of(
      String name, String title, String figure, String other) {
    return Measure.ratio(
        name, title, round -> round.cycle().get(figure) / round.cycle().get(other));
  }

  /** A figure over that of stock. */
  public static <C extends WorkCycle<?>> Measure<Compared<C>> over(
      String name, String title, String figure) {
    return Measure.ratio(
        name, title, round -> round.cycle().get(figure) / round.stock().get(figure));
  }

  /** A figure with so many digits. */
  public static <C extends WorkCycle<?>> Measure<Compared<C>> decimals(
      int digits, String name, String title, String unit) {
    return Measure.decimals(digits, name, title, unit, round -> round.cycle().get(name));
  }

  /** A figure from 0 to 1. */
  public static <C extends WorkCycle<?>> Measure<Compared<C>> percent(String name, String title) {
    return Measure.percent(name, title, round -> round.cycle().get(name));
  }

  /** How much equal cycles differ: the range of the steady throughput of stock, of its median. */
  public static <C extends WorkCycle<?>> double noise(ModeResult<Compared<C>> result) {
    return Spread.of(result.rounds().stream().map(round -> round.stock().get(STEADY)).toList())
        .relative();
  }

  /** The noise of a ratio: half of that of equal cycles; unknown with one round. */
  public static <C extends WorkCycle<?>> double noise(
      ModeResult<Compared<C>> result, Measure<Compared<C>> ratio) {
    return result.rounds().size() > 1
        ? result.spread(ratio).median() * noise(result) / 2
        : Measure.UNKNOWN_NOISE;
  }

  /**
   * For programs.
   *
   * @param own properties beside mode and name
   * @param ofRound those of a round beside its number, figures and seconds
   */
  public static <C extends WorkCycle<?>> ObjectNode json(
      ModeResult<Compared<C>> result,
      List<Measure<Compared<C>>> shown,
      List<Measure<Compared<C>>> more,
      Map<String, ?> own,
      Function<C, Map<String, ?>> ofRound) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("mode", result.name());
    properties.put("name", result.first().cycle().mode());
    properties.putAll(own);
    return result.json(
        properties,
        shown,
        more,
        round -> {
          Map<String, Object> all = new LinkedHashMap<>();
          all.put("round", round.cycle().round());
          all.put("figures", round.cycle().figures());
          all.putAll(ofRound.apply(round.cycle()));
          all.put("seconds", round.cycle().seconds());
          return all;
        });
  }
}
