package io.amoeba.experiments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.report.Measure;
import io.amoeba.report.ReportJson;
import io.amoeba.report.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All rounds of a mode under a load. Immutable.
 *
 * @param <C> a phase with those that it is compared with
 * @param name of the mode and the load, for claims and plots: {@code full, 200/s}
 * @param rounds at least one
 */
public record ModeResult<C>(String name, List<C> rounds) {
  /** A mode under a load, measured once. */
  public interface Phase<M> {
    /** From 1. */
    int round();

    M mode();
  }

  /** Measures a mode once. */
  public interface Measurement<M, P> {
    /**
     * Measures it.
     *
     * @param number of the phase, from 1
     */
    P measure(int number, int round, M mode) throws IOException, InterruptedException;
  }

  /**
   * Measures every mode once in each round.
   *
   * @param between takes all phases so far after each round but the last one
   */
  public static <M, P> List<P> alternate(
      int rounds, List<M> modes, Measurement<M, P> measurement, Consumer<List<P>> between)
      throws IOException, InterruptedException {
    List<P> phases = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (M mode : modesOfRound(round, modes)) {
        phases.add(measurement.measure(phases.size() + 1, round, mode));
      }
      if (round < rounds) {
        between.accept(List.copyOf(phases));
      }
    }
    return List.copyOf(phases);
  }

  /** The modes in the order of a round: each comes first in turn. */
  public static <M> List<M> modesOfRound(int round, List<M> modes) {
    int first = (round - 1) % modes.size();
    return Stream.concat(
            modes.subList(first, modes.size()).stream(), modes.subList(0, first).stream())
        .toList();
  }

  /**
   * Groups whole rounds by load and mode, in the order of the first round.
   *
   * @param compared takes a phase, and what finds that of a mode under the same load and in the
   *     same round
   * @throws IllegalArgumentException if a round lacks a mode
   */
  public static <M, L, P extends Phase<M>, C> List<ModeResult<C>> of(
      List<P> phases, Function<P, L> loadOf, BiFunction<P, Function<M, P>, C> compared) {
    List<ModeResult<C>> results = new ArrayList<>();
    for (L load : phases.stream().map(loadOf).distinct().toList()) {
      List<P> all = phases.stream().filter(phase -> loadOf.apply(phase).equals(load)).toList();
      for (M mode : all.stream().map(P::mode).distinct().toList()) {
        results.add(
            new ModeResult<>(
                mode + ", " + load,
                all.stream()
                    .filter(phase -> phase.mode().equals(mode))
                    .map(phase -> compared.apply(phase, other -> beside(phase, other, all)))
                    .toList()));
      }
    }
    return results;
  }

  private static <M, P extends Phase<M>> P beside(P phase, M mode, List<P> all) {
    return all.stream()
        .filter(other -> other.round() == phase.round() && other.mode().equals(mode))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("round " + phase.round() + " has no " + mode));
  }

  /** Measures of rounds as those of their medians. */
  public static <C> List<Measure<ModeResult<C>>> ofMedians(List<Measure<C>> measures) {
    List<Measure<ModeResult<C>>> medians = new ArrayList<>();
    for (Measure<C> measure : measures) {
      medians.add(
          Measure.of(
              measure.name(),
              measure.title(),
              measure.unit(),
              measure.format(),
              result -> result.spread(measure).median()));
    }
    return medians;
  }

  /**
   * For programs: with these properties, the medians of all measures, the spreads of those that are
   * shown, and each round.
   */
  public ObjectNode json(
      Map<String, ?> properties,
      List<Measure<C>> shown,
      List<Measure<C>> more,
      Function<C, Map<String, ?>> round) {
    Map<String, Spread> spreads = new LinkedHashMap<>();
    shown.forEach(measure -> spreads.put(measure.name(), spread(measure)));
    ObjectNode json =
        ReportJson.object(
            properties,
            Measure.values(ofMedians(shown), this),
            Measure.values(ofMedians(more), this));
    json.set("spreads", ReportJson.tree(spreads));
    json.set("rounds", ReportJson.tree(rounds.stream().map(round).toList()));
    return json;
  }

  public Spread spread(Measure<C> measure) {
    return measure.spread(rounds);
  }

  /** That of the first round. */
  public C first() {
    return rounds.get(0);
  }
}
