package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.linearroad.rating.RatingOptions;
import io.amoeba.linearroad.servers.FleetOptions;
import java.time.Duration;

/** Makes a search for the L-rating of its options. Confined to one thread. */
record RatingReader(RunArguments arguments, GivenOptions given) {
  private static final int DEFAULT_START = 8;

  /** Rare checkpoints, which answers do not wait for: time limits are short. */
  private static final FleetOptions.JobSettings USUAL =
      new FleetOptions.JobSettings(
          false,
          false,
          256,
          FleetOptions.JobSettings.USUAL.bufferTimeout(),
          Duration.ofMinutes(1),
          false,
          false);

  /** The search; usable only if there are no problems. */
  RatingOptions read() {
    Integer fixed = arguments.expressways;
    int max = arguments.max;
    int start = arguments.start == null ? Math.min(DEFAULT_START, max) : arguments.start;
    if (start > max) {
      given.problem("--start %d is more than --max %d: start with fewer".formatted(start, max));
    }
    if (fixed != null && (given.has("--max") || given.has("--start"))) {
      given.problem("--expressways contradicts --max and --start: give one or the others");
    }
    given.requireWritable("--json", arguments.json);
    return new RatingOptions(
        arguments.fleet(1, FleetOptions.Layout.TOGETHER, USUAL),
        fixed == null ? start : fixed,
        fixed == null ? max : fixed,
        fixed != null,
        arguments.lRatingDuration,
        arguments.seed,
        arguments.json);
  }
}
