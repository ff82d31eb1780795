package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.linearroad.rating.RatingOptions;
import io.amoeba.linearroad.run.FleetOptions;
import java.time.Duration;
import java.util.List;

/** From the options of a search for the L-rating to the search. Confined to one thread. */
final class RatingReader {
  private static final int DEFAULT_START = 8;
  private static final Duration CHECKPOINTS = Duration.ofMinutes(1);
  private static final int REDIS_BATCH = 256;

  private static final List<String> RUN_ONLY =
      List.of(
          "--input",
          "--duration",
          "--align-after",
          "--realign-every",
          "--alternate",
          "--traffic",
          "--vehicles",
          "--no-order-probe",
          "--immediate",
          "--redis-apart",
          "--keyed",
          "--add-node-after",
          "--speed",
          "--report",
          "--kill");

  private final RunArguments arguments;
  private final GivenOptions given;

  RatingReader(RunArguments arguments, GivenOptions given) {
    this.arguments = arguments;
    this.given = given;
  }

  /** The options; to be used only if there are no problems. */
  RatingOptions read() {
    given.refuse("--find-l-rating", RunReader.FILE_ONLY);
    given.refuse("--find-l-rating", RUN_ONLY);
    given.refuse("--find-l-rating", RunReader.GIVEN_SERVERS);
    Integer fixed = arguments.expressways;
    int max = arguments.max;
    int start = arguments.start == null ? Math.min(DEFAULT_START, max) : arguments.start;
    if (start > max) {
      given.problem("--start %d is more than --max %d: begin with less".formatted(start, max));
    }
    if (fixed != null && (given.has("--max") || given.has("--start"))) {
      given.problem("--expressways contradicts --max and --start: give one or the others");
    }
    given.requireWritable("--json", arguments.json);
    return new RatingOptions(
        fleet(),
        fixed == null ? start : fixed,
        fixed == null ? max : fixed,
        fixed != null,
        arguments.lRatingDuration,
        arguments.seed,
        arguments.json);
  }

  private FleetOptions fleet() {
    return new FleetOptions(
        arguments.nodes == null ? 1 : arguments.nodes,
        arguments.taskSlots,
        FleetOptions.Layout.TOGETHER,
        arguments.httpPort,
        new FleetOptions.JobSettings(
            FleetOptions.JobSettings.USUAL.handOver(),
            false,
            arguments.redisBatch == null ? REDIS_BATCH : arguments.redisBatch,
            arguments.bufferTimeout,
            arguments.checkpointInterval == null ? CHECKPOINTS : arguments.checkpointInterval,
            false,
            false),
        0,
        arguments.keep,
        FleetOptions.TEMPORARY_FOLDER);
  }
}
