package io.amoeba.linearroad.rating;

import io.amoeba.linearroad.servers.FleetOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What to try, already checked. Immutable.
 *
 * @param start expressways to try first
 * @param max most expressways to try
 * @param onlyStart whether nothing is to be searched for
 * @param duration of the timed part of each trial
 * @param json where to write the figures; null: nowhere
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
   * The time before the timed part, whose answers are compared but not timed. The benchmark comes
   * to its busiest minutes with caches filled and hot code compiled; a short trial begins there.
   */
  public Duration warmUp() {
    Duration rest = WHOLE_BENCHMARK.minus(duration);
    return rest.compareTo(WARM_UP) < 0 ? rest : WARM_UP;
  }
}
