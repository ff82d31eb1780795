package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.input.InputFile;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.servers.FleetOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Makes a run of its options. Confined to one thread. */
record RunReader(RunArguments arguments, GivenOptions given) {
  private static final Path DEFAULT_REPORT = Path.of("linear-road-report.html");

  /** The run; usable only if there are no problems. */
  RunOptions read() {
    boolean fromFile = given.has("--input");
    if (arguments.addNodeTo != null && arguments.addNodeAfter == null) {
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
