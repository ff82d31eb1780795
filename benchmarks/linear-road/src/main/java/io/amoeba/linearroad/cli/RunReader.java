package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.observe.CoordinatorAddress;
import io.amoeba.linearroad.run.FleetOptions;
import io.amoeba.linearroad.run.GivenServers;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.Traffic;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** From the options of a run to what is run; what contradicts goes to a list. Stateless. */
final class RunReader {
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
      List.of(InputFiles.DIALECT, "--historical", "--segment-history", "--output");

  private static final List<String> RATING_ONLY =
      List.of("--max", "--start", "--l-rating-duration");

  /** What only makes sense for servers that the run starts itself. */
  private static final List<String> STARTED_SERVERS_ONLY =
      List.of("--http-port", REDIS_APART, "--keyed", ADD_NODE_AFTER, "--kill");

  /** What tells where servers are that run already. */
  static final List<String> GIVEN_SERVERS =
      List.of("--flink", "--kafka", "--redis", "--coordinator", "--shared-folder");

  /** What begins or goes on in another way than {@code --add-node-after}. */
  private static final List<String> OTHER_CHANGES =
      List.of("--align-after", REALIGN_EVERY, ALTERNATE, REDIS_APART);

  /** What moves hash slots elsewhere than {@code --keyed}, or needs a map for operator Toll. */
  private static final List<String> UNKEYED_ONLY =
      List.of(REDIS_APART, ADD_NODE_AFTER, REALIGN_EVERY, ALTERNATE);

  private final RunArguments arguments;
  private final GivenOptions given;

  RunReader(RunArguments arguments, GivenOptions given) {
    this.arguments = arguments;
    this.given = given;
  }

  /** The options; to be used only if there are no problems. */
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
      given.problem("--add-node-to needs --add-node-after: say when the node comes");
    }
    Traffic traffic = fromFile ? file() : generated();
    FleetOptions fleet = fleet(traffic);
    Path report = arguments.report == null && !fromFile ? DEFAULT_REPORT : arguments.report;
    given.requireWritable("--json", arguments.json);
    given.requireWritable("--report", report);
    Schedule schedule = new Schedule(arguments, given);
    return new RunOptions(
        fleet,
        servers(),
        traffic,
        arguments.speed,
        schedule.alignment(fromFile),
        new RunOptions.Outputs(arguments.json, report, arguments.keep),
        schedule.disturbances(fleet.nodes()));
  }

  private FleetOptions fleet(Traffic traffic) {
    FleetOptions.JobSettings usual = FleetOptions.JobSettings.USUAL;
    FleetOptions fleet =
        new FleetOptions(
            arguments.nodes == null ? 3 : arguments.nodes,
            arguments.taskSlots,
            layout(),
            arguments.httpPort,
            new FleetOptions.JobSettings(
                arguments.immediate ? "immediate" : usual.handOver(),
                arguments.keyed,
                arguments.redisBatch == null ? usual.redisBatch() : arguments.redisBatch,
                arguments.bufferTimeout,
                arguments.checkpointInterval == null
                    ? usual.checkpointInterval()
                    : arguments.checkpointInterval,
                true,
                !arguments.noOrderProbe),
            0,
            arguments.keep,
            FleetOptions.TEMPORARY_FOLDER);
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
    InputFiles files =
        InputFiles.check(
            input, arguments.inputDialect, arguments.historical, arguments.segmentHistory, given);
    Path output = arguments.output;
    if (output == null) {
      given.problem("--output is missing: name the folder for the answers to --input");
    }
    given.requireFolder("--output", output);
    return new Traffic.FromFile(
        input == null ? Path.of("") : input,
        files.dialect(),
        files.lines(),
        files.clampedSpeeds(),
        files.historical(),
        files.segmentHistory(),
        output == null ? Path.of("") : output);
  }

  /** Servers that run already; null if none were given: then they are started. */
  private @Nullable GivenServers servers() {
    if (GIVEN_SERVERS.stream().noneMatch(given::has)) {
      if (arguments.emptyRedis) {
        given.problem("--empty-redis goes with --flink only: a Redis that is started is empty");
      }
      if (arguments.coordinatorTokenFile != null) {
        given.problem(
            "--coordinator-token-file goes with --flink only: a coordinator that is started asks for none");
      }
      return null;
    }
    for (String option : GIVEN_SERVERS) {
      if (!given.has(option)) {
        given.problem(option + " is missing: a run on given servers needs " + GIVEN_SERVERS);
      }
    }
    given.refuse("--flink", STARTED_SERVERS_ONLY);
    Path token = arguments.coordinatorTokenFile;
    if (token != null && !Files.isReadable(token)) {
      given.problem(
          "--coordinator-token-file is '%s': there is no file that can be read".formatted(token));
    }
    Path folder = arguments.sharedFolder == null ? Path.of("") : arguments.sharedFolder;
    given.requireFolder("--shared-folder", arguments.sharedFolder);
    return new GivenServers(
        address(arguments.flink),
        arguments.kafka == null ? "" : arguments.kafka,
        new ArrayList<>(arguments.redis),
        new CoordinatorAddress(address(arguments.coordinator), Optional.ofNullable(token)),
        folder.toAbsolutePath(),
        arguments.emptyRedis);
  }

  private static URI address(@Nullable URI address) {
    return address == null ? URI.create("http://localhost") : address;
  }
}
