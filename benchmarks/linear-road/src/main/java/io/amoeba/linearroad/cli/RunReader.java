package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.run.FleetOptions;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.Traffic;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Turns the options of a run into checked ones; everything that is wrong goes to a list. Confined
 * to one thread.
 */
final class RunReader {
  static final Duration LEAST_DURATION = Duration.ofSeconds(10);
  static final Duration LONGEST_DURATION = Duration.ofHours(24);
  static final Duration DEFAULT_DURATION = Duration.ofMinutes(2);
  static final int MOST_EXPRESSWAYS = 1_000;
  private static final int MOST_VEHICLES = 1_000_000;
  private static final String DEFAULT_REPORT = "linear-road-report.html";

  private final RunArguments given;
  private final OptionTexts texts;
  private final OptionGroups groups;

  RunReader(RunArguments given, OptionTexts texts) {
    this.given = given;
    this.texts = texts;
    this.groups = new OptionGroups(given);
  }

  /** The options; to be used only if there are no problems. */
  RunOptions read() {
    boolean fromFile = given.input != null;
    if (fromFile) {
      texts.refuse("--input", groups.generatedOnly());
    } else {
      texts.refuse("runs without --input", groups.fileOnly());
    }
    texts.refuse("runs without --find-l-rating", groups.ratingOnly());
    if (given.realignEvery != null) {
      texts.refuse("--realign-every", groups.alternation());
    }
    if (given.keyed) {
      texts.refuse("--keyed", groups.unkeyedOnly());
    }
    if (given.addNodeAfter != null) {
      texts.refuse("--add-node-after", groups.otherChanges());
    } else if (given.addNodeTo != null) {
      texts.problem("--add-node-to needs --add-node-after: say when the node comes");
    }
    Traffic traffic = fromFile ? file() : generated();
    if (fromFile && given.output == null) {
      texts.problem("--output is missing: name the folder for the answers to --input");
    }
    FleetOptions fleet = fleet(traffic);
    ScheduleReader schedule = new ScheduleReader(given, texts);
    return new RunOptions(
        fleet,
        new ServersReader(given, texts).read(),
        traffic,
        pace(),
        schedule.alignment(fromFile),
        new RunOptions.Outputs(
            texts.writable("--json", given.json),
            texts.writable(
                "--report", given.report == null && !fromFile ? DEFAULT_REPORT : given.report),
            given.keep),
        schedule.disturbances(fleet.nodes()));
  }

  private FleetOptions fleet(Traffic traffic) {
    FleetOptions fleet = new FleetReader(given, texts).forRun();
    if (given.alternate != null && fleet.nodes() == 1) {
      texts.problem("--alternate needs more than --nodes 1: on one node every request is local");
    }
    return traffic instanceof Traffic.Generated generated
        ? fleet.withStateMegabytes(generated.stateMegabytes())
        : fleet;
  }

  private Traffic generated() {
    TrafficMode mode = TrafficModeOption.read(texts, "--traffic", given.traffic);
    return new Traffic.Generated(
        mode,
        texts.number("--expressways", given.expressways, 1, 1, MOST_EXPRESSWAYS),
        texts.number(
            "--vehicles", given.vehicles, mode.defaultVehiclesPerExpressway(), 1, MOST_VEHICLES),
        texts.seed("--seed", given.seed, 1),
        texts.duration(
            "--duration", given.duration, DEFAULT_DURATION, LEAST_DURATION, LONGEST_DURATION));
  }

  private Traffic file() {
    InputFiles files =
        InputFiles.check(
            given.input, given.inputDialect, given.historical, given.segmentHistory, texts);
    Path input = files.input();
    Path output = texts.folder("--output", given.output);
    return new Traffic.FromFile(
        input == null ? Path.of("") : input,
        files.dialect(),
        files.lines(),
        files.clampedSpeeds(),
        files.historical(),
        files.segmentHistory(),
        output == null ? Path.of("") : output);
  }

  private Pace pace() {
    String speed = given.speed;
    if (speed == null || speed.equals("max")) {
      return new Pace.Fastest();
    }
    try {
      double rate = Double.parseDouble(speed);
      if (rate >= 0.1 && rate <= 10_000) {
        return new Pace.SimulatedSecondsPerSecond(rate);
      }
    } catch (NumberFormatException e) {
      // Reported below like a number out of range.
    }
    texts.problem("--speed is '%s': use max or a number from 0.1 to 10000".formatted(speed));
    return new Pace.Fastest();
  }
}
