package io.amoeba.linearroad.rating;

import io.amoeba.linearroad.run.FleetOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What to try, already checked. Immutable.
 *
 * @param start expressways to try first
 * @param max most expressways to try
 * @param duration of each trial
 * @param json where to write the figures; null: nowhere
 */
public record RatingOptions(
    FleetOptions fleet, int start, int max, Duration duration, long seed, @Nullable Path json) {}
