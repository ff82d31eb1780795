package io.amoeba.linearroad.rating;

import io.amoeba.linearroad.servers.FleetOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Options of a search, already checked. Immutable.
 *
 * @param start expressways to try first
 * @param max maximum of expressways to try
 * @param onlyStart whether only {@code start} is tried
 * @param duration of the timed part of each trial
 * @param json file for the figures; null: none
 */
public record RatingOptions(
    FleetOptions fleet,
    int start,
    int max,
    boolean onlyStart,
    Duration duration,
    long seed,
    @Nullable Path json) {
  /** How long the benchmark is, and so the longest trial. */
  public static final Duration WHOLE_BENCHMARK = Duration.ofHours(3);

  private static final Duration WARM_UP = Duration.ofMinutes(2);

  /**
   * The time before the timed part, whose answers are compared but not timed. The benchmark reaches
   * its busiest minutes with filled caches and compiled code; a short trial starts there.
   */
  public Duration warmUp() {
    Duration rest = WHOLE_BENCHMARK.minus(duration);
    return rest.compareTo(WARM_UP) < 0 ? rest : WARM_UP;
  }
}
