package io.amoeba.experiments.reproduction;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A headline beside our figure. Immutable.
 *
 * @param ours our figure, for the page; empty: none
 * @param goal for the page; empty: none
 * @param verdict {@code reached}, {@code missed}, {@code undecided}, {@code not measured} or {@code
 *     feature missing}
 * @param bars the headline's series with our numbers; null: not known
 */
record Finding(
    Headline headline, String ours, String goal, String verdict, List<@Nullable Double> bars) {
  static final String NOT_MEASURED = "not measured";
  static final String MISSING = "feature missing";

  /** A headline with several claims has the first of these that one of them has. */
  private static final List<String> WORST_FIRST = List.of("missed", "undecided", "reached");

  /** Verdicts in the order of the page. */
  static final List<String> VERDICTS =
      List.of("reached", "undecided", "missed", NOT_MEASURED, MISSING);

  /**
   * Compares a headline with the results.
   *
   * @param results by the name of their experiment
   */
  static Finding of(Headline headline, Map<String, ExperimentResult> results) {
    Headline.Measured measured = headline.measured();
    if (measured == null) {
      return unmeasured(headline, headline.missing() == null ? NOT_MEASURED : MISSING);
    }
    ExperimentResult result = results.get(measured.experiment());
    List<JsonNode> claims = result == null ? List.of() : claims(result.report(), measured);
    if (result == null || claims.isEmpty()) {
      return unmeasured(headline, NOT_MEASURED);
    }
    List<String> verdicts = claims.stream().map(claim -> claim.path("verdict").asText()).toList();
    return new Finding(
        headline,
        joined(claims, "shown"),
        joined(claims, "goal"),
        WORST_FIRST.stream().filter(verdicts::contains).findFirst().orElseThrow(),
        bars(headline, result.report()));
  }

  private static Finding unmeasured(Headline headline, String verdict) {
    return new Finding(headline, "", "", verdict, List.of());
  }

  private static List<JsonNode> claims(JsonNode report, Headline.Measured measured) {
    return stream(report.path("claims"))
        .filter(claim -> claim.path("evidence").path("figure").asText().equals(measured.figure()))
        .filter(
            claim ->
                measured.subject() == null
                    || claim.path("evidence").path("subject").asText().equals(measured.subject()))
        .toList();
  }

  private static String joined(List<JsonNode> claims, String field) {
    return claims.stream()
        .map(claim -> claim.path("evidence").path(field).asText())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static List<@Nullable Double> bars(Headline headline, JsonNode report) {
    List<@Nullable Double> bars = new ArrayList<>();
    headline.series().forEach(bar -> bars.add(ours(bar, report)));
    return Collections.unmodifiableList(bars);
  }

  private static @Nullable Double ours(Headline.Bar bar, JsonNode report) {
    Stream<JsonNode> ofRuns =
        stream(report.path("runs"))
            .filter(run -> run.path("mode").asText().equals(bar.of()))
            .map(run -> run.path(String.valueOf(bar.figure())));
    Stream<JsonNode> ofClaims =
        stream(report.path("claims"))
            .map(claim -> claim.path("evidence"))
            .filter(evidence -> evidence.path("figure").asText().equals(bar.figure()))
            .filter(evidence -> evidence.path("subject").asText().equals(bar.of()))
            .map(evidence -> evidence.path("value"));
    return Stream.concat(ofRuns, ofClaims)
        .filter(JsonNode::isNumber)
        .map(JsonNode::doubleValue)
        .findFirst()
        .orElse(null);
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
