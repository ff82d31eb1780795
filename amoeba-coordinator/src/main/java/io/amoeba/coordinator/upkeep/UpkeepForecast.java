package io.amoeba.coordinator.upkeep;

import java.time.Instant;
import java.util.Optional;

/**
 * When a server begins its next work of a kind by itself, if its data go on changing as between two
 * readings. Immutable.
 */
public sealed interface UpkeepForecast {

  /** Which work. */
  UpkeepKind kind();

  /**
   * It begins soon after a moment.
   *
   * @param at by the server's clock, not before its last answer
   * @param trigger the setting that begins it
   */
  record Due(UpkeepKind kind, Instant at, String trigger) implements UpkeepForecast {}

  /** No trigger fires within a year: why. */
  record NotDue(UpkeepKind kind, String reason) implements UpkeepForecast {}

  /** There is no forecast: why. */
  record Unknown(UpkeepKind kind, String reason) implements UpkeepForecast {}

  /**
   * The next work of a kind.
   *
   * @param before an earlier answer of the same server
   */
  static UpkeepForecast of(UpkeepKind kind, Optional<ServerWork> before, ServerWork now) {
    if (kind == UpkeepKind.BACKUP) {
      return new NotDue(kind, "a server begins no backup by itself");
    }
    if (!now.triggers().areKnown()) {
      return new Unknown(kind, now.triggers().unknown());
    }
    if (now.running().filter(work -> work.kind() == kind).isPresent()) {
      return new Unknown(kind, "it runs now, and the next one counts from its end");
    }
    return kind == UpkeepKind.SAVE
        ? NextTrigger.save(before, now)
        : NextTrigger.rewrite(before, now);
  }
}
