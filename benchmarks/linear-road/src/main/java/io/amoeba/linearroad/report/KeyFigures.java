package io.amoeba.linearroad.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.linearroad.job.probe.OrderProbe;
import io.amoeba.linearroad.run.Alternation;
import io.amoeba.linearroad.run.Figures;
import io.amoeba.linearroad.run.Placement;
import io.amoeba.linearroad.run.PlacementPhase;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.report.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;

/** The figures of a run that a reader looks for first, as tiles of the page. Stateless. */
final class KeyFigures {
  private static final double MILLIS_PER_SECOND = 1_000;

  private KeyFigures() {}

  /** Adds an object with {@code name}, {@code value}, {@code detail} and {@code quality} each. */
  static void add(ArrayNode tiles, RunResult result) {
    if (result.options().alignment().alternates()) {
      alternation(tiles, result.performance().phases());
    } else {
      beforeAndAfter(tiles, result);
    }
    checks(tiles, result.checks());
    if (result.performance().adaptationMillis() > 0) {
      tile(
          tiles,
          "Alignment took",
          String.format(
              Locale.ROOT, "%.1f s", result.performance().adaptationMillis() / MILLIS_PER_SECOND),
          gap(result));
    }
  }

  private static void beforeAndAfter(ArrayNode tiles, RunResult result) {
    Figures before = result.performance().before();
    Figures after = result.performance().after();
    boolean aligns = result.options().alignment().aligns();
    tile(
            tiles,
            "Local requests to Redis",
            Numbers.percent(aligns ? after.localHitRate() : before.localHitRate()),
            aligns ? Numbers.percent(before.localHitRate()) + " before" : "without alignment")
        .put("quality", quality(!aligns || after.localHitRate() >= RunResult.LEAST_LOCAL_HIT_RATE));
    tile(
        tiles,
        "Position reports per second",
        Numbers.whole(aligns ? after.recordsPerSecond() : before.recordsPerSecond()),
        throughput(result, before, after));
  }

  private static String throughput(RunResult result, Figures before, Figures after) {
    if (Caveats.isPaced(result)) {
      return "paced by the input";
    }
    if (!result.options().alignment().aligns()) {
      return "without alignment";
    }
    return "%s before, %s"
        .formatted(
            Numbers.whole(before.recordsPerSecond()),
            Numbers.factor(before.recordsPerSecond(), after.recordsPerSecond()));
  }

  private static void alternation(ArrayNode tiles, List<PlacementPhase> phases) {
    tile(
        tiles,
        "Local requests to Redis",
        Numbers.percent(aligned(phases, PlacementPhase::localHitRate)),
        Numbers.percent(hash(phases, PlacementPhase::localHitRate)) + " with hash placement");
    Alternation alternation = Alternation.of(phases);
    tile(
        tiles,
        "Tolls per second, aligned / hash",
        Numbers.factor(1, alternation.throughputRatio()),
        "%s to %s over %d pairs"
            .formatted(
                Numbers.factor(1, alternation.throughputRatioMin()),
                Numbers.factor(1, alternation.throughputRatioMax()),
                alternation.pairs()));
  }

  private static double aligned(
      List<PlacementPhase> phases, ToDoubleFunction<PlacementPhase> figure) {
    return Alternation.median(phases, Placement.ALIGNED, figure);
  }

  private static double hash(List<PlacementPhase> phases, ToDoubleFunction<PlacementPhase> figure) {
    return Alternation.median(phases, Placement.HASH, figure);
  }

  private static void checks(ArrayNode tiles, RunResult.Checks checks) {
    tile(
            tiles,
            "Wrong answers",
            Numbers.whole(checks.mismatches()),
            "of %s checked".formatted(Numbers.whole(checks.answers().checked())))
        .put("quality", quality(checks.mismatches() == 0 && checks.answers().checked() > 0));
    OrderProbe.Result order = checks.order();
    if (order == null) {
      tile(tiles, "Reordered keys", "-", "not checked");
      return;
    }
    tile(
            tiles,
            "Reordered keys",
            Numbers.whole(order.keyReorderings()),
            "%s records lost, %s duplicated"
                .formatted(Numbers.whole(order.lost()), Numbers.whole(order.duplicated())))
        .put("quality", quality(order.keyReorderings() + order.lost() + order.duplicated() == 0));
  }

  private static String gap(RunResult result) {
    OptionalLong change = result.performance().gaps().changeMillis();
    return change.isPresent()
        ? String.format(Locale.ROOT, "longest gap between answers %,d ms", change.getAsLong())
        : "";
  }

  private static String quality(boolean good) {
    return good ? "good" : "bad";
  }

  private static ObjectNode tile(ArrayNode tiles, String name, String value, String detail) {
    return tiles.addObject().put("name", name).put("value", value).put("detail", detail);
  }
}
