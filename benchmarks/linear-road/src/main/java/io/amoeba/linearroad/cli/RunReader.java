package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.input.InputFile;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.servers.FleetOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a run of its options, and reports contradictions. Confined to one thread. */
record RunReader(RunArguments arguments, GivenOptions given) {
  private static final Path DEFAULT_REPORT = Path.of("linear-road-report.html");

  private static final String ADD_NODE_AFTER = "--add-node-after";
  private static final String ALTERNATE = "--alternate";
  private static final String REALIGN_EVERY = "--realign-every";
  private static final String REDIS_APART = "--redis-apart";

  private static final List<String> GENERATED_ONLY =
      List.of(
          "--duration",
          "--expressways",
          "--seed",
          "--traffic",
          "--vehicles",
          ALTERNATE,
          ADD_NODE_AFTER);

  static final List<String> FILE_ONLY =
      Stream.concat(InputFiles.NAMES.stream(), Stream.of("--output")).toList();

  private static final List<String> RATING_ONLY =
      List.of("--max", "--start", "--l-rating-duration");

  /** Other changes than {@code --add-node-after}. */
  private static final List<String> OTHER_CHANGES =
      List.of("--align-after", REALIGN_EVERY, ALTERNATE, REDIS_APART);

  /** Options that move hash slots elsewhere, or that need a map for operator Toll. */
  private static final List<String> UNKEYED_ONLY =
      List.of(REDIS_APART, ADD_NODE_AFTER, REALIGN_EVERY, ALTERNATE);

  /** The run; usable only if there are no problems. */
  RunOptions read() {
    boolean fromFile = given.has("--input");
    given.refuse(
        fromFile ? "--input" : "runs without --input", fromFile ? GENERATED_ONLY : FILE_ONLY);
    given.refuse("runs without --find-l-rating", RATING_ONLY);
    if (given.has(REALIGN_EVERY)) {
      given.refuse(REALIGN_EVERY, List.of(ALTERNATE));
    }
    if (arguments.keyed) {
      given.refuse("--keyed", UNKEYED_ONLY);
    }
    if (given.has(ADD_NODE_AFTER)) {
      given.refuse(ADD_NODE_AFTER, OTHER_CHANGES);
    } else if (arguments.addNodeTo != null) {
      given.problem("--add-node-to needs --add-node-after: specify the time");
    }
    Traffic traffic = fromFile ? file() : generated();
    FleetOptions fleet = fleet(traffic);
    given.requireWritable("--json", arguments.json);
    given.requireWritable("--report", report());
    Schedule schedule = new Schedule(arguments, given);
    return new RunOptions(
        fleet,
        arguments.servers.read(given),
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
    if (given.has(ALTERNATE) && fleet.nodes() == 1) {
      given.problem("--alternate needs more than --nodes 1: on one node every request is local");
    }
    return traffic instanceof Traffic.Generated generated
        ? fleet.withStateMegabytes(generated.stateMegabytes())
        : fleet;
  }

  private FleetOptions.Layout layout() {
    if (given.has(ADD_NODE_AFTER)) {
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
