package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.embedded.process.ConfigResource;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.input.InputFile;
import io.amoeba.linearroad.rating.RatingOptions;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.servers.ExternalServers;
import io.amoeba.linearroad.servers.FleetOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a run, or a search for the L-rating, of the options. What it returns is usable only if
 * there are no problems. Confined to one thread.
 */
record RunReader(RunArguments arguments, GivenOptions given) {
  /** The options to omit, by an option or by the lack of one. */
  static final Map<String, String> CONTRADICTIONS =
      ConfigResource.properties(RunReader.class, "contradictions.properties");

  /** Begins the key of a lack. */
  static final String WITHOUT = "runs without ";

  private static final Path DEFAULT_REPORT = Path.of("linear-road-report.html");
  private static final int FIRST_TRIAL = 8;

  /** Of trials: rare checkpoints, which answers do not wait for, since time limits are short. */
  private static final FleetOptions.JobSettings OF_TRIALS =
      new FleetOptions.JobSettings(
          false,
          false,
          256,
          null,
          FleetOptions.JobSettings.USUAL.bufferTimeout(),
          Duration.ofMinutes(1),
          false,
          false);

  /** Reports each given option that another one, or its lack, excludes. */
  private void reportContradictions() {
    CONTRADICTIONS.forEach(
        (with, others) -> {
          boolean lack = with.startsWith(WITHOUT);
          if (given.has(lack ? with.substring(WITHOUT.length()) : with) != lack) {
            given.refuse(with, List.of(others.split(" ")));
          }
        });
  }

  RatingOptions rating() {
    reportContradictions();
    Integer fixed = arguments.expressways;
    int max = arguments.max;
    int start = arguments.start == null ? Math.min(FIRST_TRIAL, max) : arguments.start;
    if (start > max) {
      given.problem("--start %d is more than --max %d: start with fewer".formatted(start, max));
    }
    if (fixed != null && (given.has("--max") || given.has("--start"))) {
      given.problem("--expressways contradicts --max and --start: give one or the others");
    }
    given.requireWritable("--json", arguments.json);
    return new RatingOptions(
        arguments.fleet(1, FleetOptions.Layout.TOGETHER, OF_TRIALS),
        fixed == null ? start : fixed,
        fixed == null ? max : fixed,
        fixed != null,
        arguments.lRatingDuration,
        arguments.seed,
        arguments.json);
  }

  RunOptions run() {
    reportContradictions();
    boolean fromFile = given.has("--input");
    if (arguments.addNodeTo != null && arguments.addNodeAfter == null) {
      given.problem("--add-node-to needs --add-node-after: specify the time");
    }
    Traffic traffic = fromFile ? file() : generated();
    FleetOptions fleet = fleet(traffic);
    ExternalServers servers = arguments.servers.read(given);
    if (given.has("--fresh-reads") && servers == null && !given.has("--replicas")) {
      given.problem(
          "--fresh-reads needs --replicas: the primaries that the run starts have none otherwise");
    }
    given.requireWritable("--json", arguments.json);
    given.requireWritable("--report", report());
    Schedule schedule = new Schedule(arguments, given);
    return new RunOptions(
        fleet,
        servers,
        traffic,
        arguments.speed,
        schedule.alignment(fromFile),
        schedule.disturbances(fleet.nodes()));
  }

  /** The file of the HTML report; null: none. */
  @Nullable Path report() {
    return arguments.report == null && !given.has("--input") ? DEFAULT_REPORT : arguments.report;
  }

  private FleetOptions fleet(Traffic traffic) {
    FleetOptions fleet = arguments.fleet(3, layout(), FleetOptions.JobSettings.USUAL);
    if (given.has("--alternate") && fleet.nodes() == 1) {
      given.problem("--alternate needs more than --nodes 1: on one node every request is local");
    }
    return traffic instanceof Traffic.Generated generated
        ? fleet.withStateMegabytes(generated.stateMegabytes())
        : fleet;
  }

  private FleetOptions.Layout layout() {
    if (arguments.addNodeAfter != null) {
      return arguments.addNodeTo == RunArguments.Side.STORE
          ? FleetOptions.Layout.NODE_ADDED_TO_STORE
          : FleetOptions.Layout.NODE_ADDED;
    }
    return arguments.redisApart ? FleetOptions.Layout.REDIS_APART : FleetOptions.Layout.TOGETHER;
  }

  private Traffic generated() {
    TrafficMode mode = arguments.traffic;
    return new Traffic.Generated(
        mode,
        arguments.expressways == null ? 1 : arguments.expressways,
        arguments.vehicles == null ? mode.defaultVehiclesPerExpressway() : arguments.vehicles,
        arguments.seed,
        arguments.duration);
  }

  private Traffic file() {
    Path input = arguments.input;
    InputFiles files = arguments.files;
    InputFile.Check check = files.check(input, given);
    Path output = arguments.output;
    if (output == null) {
      given.problem("--output is missing: name the folder for the answers to --input");
    }
    given.requireFolder("--output", output);
    return new Traffic.FromFile(
        input == null ? Path.of("") : input,
        files.dialect,
        check.report().lines(),
        check.clampedSpeeds(),
        files.histories(),
        output == null ? Path.of("") : output);
  }
}
