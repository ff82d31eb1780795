package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.linearroad.rating.RatingOptions;
import java.time.Duration;

/**
 * Turns the options of a search for the L-rating into checked ones; what is wrong goes to a list.
 * Confined to one thread.
 */
final class RatingReader {
  private static final Duration DEFAULT_DURATION = Duration.ofMinutes(10);
  private static final int DEFAULT_START = 8;
  private static final int DEFAULT_MAX = 40;

  private final RunArguments given;
  private final OptionTexts texts;
  private final OptionGroups groups;

  RatingReader(RunArguments given, OptionTexts texts) {
    this.given = given;
    this.texts = texts;
    this.groups = new OptionGroups(given);
  }

  /** The options; to be used only if there are no problems. */
  RatingOptions read() {
    texts.refuse("--find-l-rating", groups.fileOnly());
    texts.refuse("--find-l-rating", groups.runOnly());
    texts.refuse("--find-l-rating", groups.givenServers());
    int fixed = texts.number("--expressways", given.expressways, 0, 1, RunReader.MOST_EXPRESSWAYS);
    int max = texts.number("--max", given.max, DEFAULT_MAX, 1, RunReader.MOST_EXPRESSWAYS);
    int start =
        texts.number(
            "--start", given.start, Math.min(DEFAULT_START, max), 1, RunReader.MOST_EXPRESSWAYS);
    if (start > max) {
      texts.problem("--start %d is more than --max %d: begin with less".formatted(start, max));
    }
    if (fixed > 0 && (given.max != null || given.start != null)) {
      texts.problem("--expressways contradicts --max and --start: give one or the others");
    }
    return new RatingOptions(
        new FleetReader(given, texts).forRating(),
        fixed > 0 ? fixed : start,
        fixed > 0 ? fixed : max,
        fixed > 0,
        texts.duration(
            "--l-rating-duration",
            given.lRatingDuration,
            DEFAULT_DURATION,
            RunReader.LEAST_DURATION,
            RatingOptions.WHOLE_BENCHMARK),
        texts.seed("--seed", given.seed, 1),
        texts.writable("--json", given.json));
  }
}
