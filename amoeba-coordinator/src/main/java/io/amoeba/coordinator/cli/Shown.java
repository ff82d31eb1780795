package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Values of the API as people read them. Stateless. */
final class Shown {

  static final String UNKNOWN = "-";
  private static final double WHOLE = 100;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private Shown() {}

  static String share(JsonNode share) {
    return share.isNumber()
        ? String.format(Locale.ROOT, "%.1f %%", WHOLE * share.asDouble())
        : UNKNOWN;
  }

  static String rate(JsonNode rate) {
    return rate.isNumber() ? String.format(Locale.ROOT, "%,.0f", rate.asDouble()) : UNKNOWN;
  }

  static String time(JsonNode millis) {
    return millis.isNumber()
        ? TIME.format(Instant.ofEpochMilli(millis.asLong()).atZone(ZoneId.systemDefault()))
        : UNKNOWN;
  }

  static String millis(JsonNode millis) {
    return millis.isNumber() ? millis.asLong() + " ms" : UNKNOWN;
  }

  /** Whether a plan avoids a loss; otherwise its gain is a rise of the local-hit rate. */
  static boolean avoidsLoss(JsonNode plan) {
    return plan.path("gain").path("lossMillisBefore").isNumber();
  }

  /** A plan's gain; empty if it concerns no operator, and avoids no loss. */
  static Optional<String> gain(JsonNode plan) {
    JsonNode gain = plan.path("gain");
    if (avoidsLoss(plan)) {
      return Optional.of(
          millis(gain.path("lossMillisBefore")) + " -> " + millis(gain.path("lossMillisAfter")));
    }
    return gain.path("localHitRateAfter").isNumber()
        ? Optional.of(
            share(gain.path("localHitRateBefore")) + " -> " + share(gain.path("localHitRateAfter")))
        : Optional.empty();
  }
}
