package io.amoeba.linearroad.cli;

import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.rating.RatingOptions;
import io.amoeba.linearroad.run.Disturbance;
import io.amoeba.linearroad.run.FleetOptions;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.run.When;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns given options into checked ones; everything that is wrong goes to a list. */
final class OptionReader {
  private static final Duration LEAST_DURATION = Duration.ofSeconds(10);
  private static final Duration LONGEST_DURATION = Duration.ofHours(24);
  private static final Duration DEFAULT_DURATION = Duration.ofMinutes(2);
  private static final Duration RATING_DURATION = Duration.ofMinutes(10);
  private static final Duration RATING_CHECKPOINTS = Duration.ofMinutes(1);
  private static final int RATING_REDIS_BATCH = 256;
  private static final int LARGEST_REDIS_BATCH = 4_096;
  private static final int MOST_NODES = 32;
  private static final int MOST_TASK_SLOTS = 16;
  private static final int MOST_EXPRESSWAYS = 1_000;
  private static final int LARGEST_PORT = 65_535;
  private static final String DEFAULT_REPORT = "linear-road-report.html";
  private static final Pattern KILL =
      Pattern.compile("(?:(coordinator)|task-manager:(\\d{1,2}))@(\\S+)");

  private final RunArguments given;
  private final Texts texts;

  OptionReader(RunArguments given, Texts texts) {
    this.given = given;
    this.texts = texts;
  }

  /** The options of a run; to be used only if there are no problems. */
  RunOptions run() {
    boolean fromFile = given.input != null;
    refuse(fromFile, "--input", generatedOnly());
    refuse(!fromFile, "runs without --input", fileOnly());
    refuse(true, "runs without --find-l-rating", ratingOnly());
    Traffic traffic = fromFile ? file() : generated();
    if (fromFile && given.output == null) {
      texts.problem("--output is missing: name the folder for the answers to --input");
    }
    FleetOptions fleet = fleet(given.immediate ? "immediate" : "ordered");
    return new RunOptions(
        fleet,
        traffic,
        pace(),
        alignment(fromFile),
        new RunOptions.Outputs(
            texts.writable("--json", given.json),
            texts.writable(
                "--report", given.report == null && !fromFile ? DEFAULT_REPORT : given.report),
            given.keep),
        disturbances(fleet.nodes()));
  }

  /** The options of a search for the L-rating; to be used only if there are no problems. */
  RatingOptions rating() {
    refuse(true, "--find-l-rating", fileOnly());
    Map<String, Boolean> others = new LinkedHashMap<>();
    others.put("--input", given.input != null);
    others.put("--duration", given.duration != null);
    others.put("--align-after", given.alignAfter != null);
    others.put("--realign-every", given.realignEvery != null);
    others.put("--immediate", given.immediate);
    others.put("--speed", given.speed != null);
    others.put("--report", given.report != null);
    others.put("--kill", given.kill.length > 0);
    refuse(true, "--find-l-rating", others);
    int fixed = number("--expressways", given.expressways, 0, 1, MOST_EXPRESSWAYS);
    int max = number("--max", given.max, 40, 1, MOST_EXPRESSWAYS);
    int start = number("--start", given.start, 1, 1, MOST_EXPRESSWAYS);
    if (start > max) {
      texts.problem("--start %d is more than --max %d: begin with less".formatted(start, max));
    }
    if (fixed > 0 && (given.max != null || given.start != null)) {
      texts.problem("--expressways contradicts --max and --start: give one or the others");
    }
    return new RatingOptions(
        ratingFleet(),
        fixed > 0 ? fixed : start,
        fixed > 0 ? fixed : max,
        texts.duration(
            "--l-rating-duration",
            given.lRatingDuration,
            RATING_DURATION,
            LEAST_DURATION,
            Duration.ofHours(3)),
        texts.seed("--seed", given.seed, 1),
        texts.writable("--json", given.json));
  }

  private Map<String, Boolean> generatedOnly() {
    Map<String, Boolean> options = new LinkedHashMap<>();
    options.put("--duration", given.duration != null);
    options.put("--expressways", given.expressways != null);
    options.put("--seed", given.seed != null);
    return options;
  }

  private Map<String, Boolean> fileOnly() {
    Map<String, Boolean> options = new LinkedHashMap<>();
    options.put("--historical", given.historical != null);
    options.put("--segment-history", given.segmentHistory != null);
    options.put("--output", given.output != null);
    return options;
  }

  private Map<String, Boolean> ratingOnly() {
    Map<String, Boolean> options = new LinkedHashMap<>();
    options.put("--max", given.max != null);
    options.put("--start", given.start != null);
    options.put("--l-rating-duration", given.lRatingDuration != null);
    return options;
  }

  private void refuse(boolean refused, String with, Map<String, Boolean> options) {
    options.forEach(
        (option, isGiven) -> {
          if (refused && isGiven) {
            texts.problem("%s does not go with %s: leave it out".formatted(option, with));
          }
        });
  }

  private Traffic generated() {
    return new Traffic.Generated(
        number("--expressways", given.expressways, 1, 1, MOST_EXPRESSWAYS),
        texts.seed("--seed", given.seed, 1),
        texts.duration(
            "--duration", given.duration, DEFAULT_DURATION, LEAST_DURATION, LONGEST_DURATION));
  }

  private Traffic file() {
    InputFiles files = InputFiles.check(given.input, given.historical, given.segmentHistory, texts);
    Path input = files.input();
    Path output = texts.folder("--output", given.output);
    return new Traffic.FromFile(
        input == null ? Path.of("") : input,
        files.lines(),
        files.historical(),
        files.segmentHistory(),
        output == null ? Path.of("") : output);
  }

  private FleetOptions fleet(String handOver) {
    return new FleetOptions(
        number("--nodes", given.nodes, 3, 1, MOST_NODES),
        taskSlots(),
        httpPort(),
        new FleetOptions.JobSettings(
            handOver,
            number("--redis-batch", given.redisBatch, 64, 1, LARGEST_REDIS_BATCH),
            checkpoints(Duration.ofSeconds(1)),
            true,
            true),
        given.keep,
        temporaryFolder());
  }

  private FleetOptions ratingFleet() {
    return new FleetOptions(
        number("--nodes", given.nodes, 1, 1, MOST_NODES),
        taskSlots(),
        httpPort(),
        new FleetOptions.JobSettings(
            "ordered",
            number("--redis-batch", given.redisBatch, RATING_REDIS_BATCH, 1, LARGEST_REDIS_BATCH),
            checkpoints(RATING_CHECKPOINTS),
            false,
            false),
        given.keep,
        temporaryFolder());
  }

  private Duration checkpoints(Duration absent) {
    return texts.duration(
        "--checkpoint-interval",
        given.checkpointInterval,
        absent,
        Duration.ofMillis(100),
        Duration.ofHours(1));
  }

  private int taskSlots() {
    return number("--task-slots", given.taskSlots, 1, 1, MOST_TASK_SLOTS);
  }

  private int httpPort() {
    return number("--http-port", given.httpPort, 0, 0, LARGEST_PORT);
  }

  private int number(String option, @Nullable String text, int absent, int least, int greatest) {
    return texts.number(option, text, absent, least, greatest);
  }

  private static Path temporaryFolder() {
    return Path.of(System.getProperty("java.io.tmpdir"));
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

  private RunOptions.Alignment alignment(boolean fromFile) {
    Duration every =
        given.realignEvery == null
            ? null
            : texts.duration(
                "--realign-every",
                given.realignEvery,
                Duration.ofSeconds(1),
                Duration.ofMillis(10),
                Duration.ofHours(1));
    String text = given.alignAfter;
    if (text == null) {
      return new RunOptions.Alignment(
          fromFile ? new When.AtStart() : new When.AfterPart(0.5), every);
    }
    Optional<Double> part = Texts.part(text);
    Optional<Duration> time = Texts.duration(text);
    if (part.isEmpty() && time.isEmpty()) {
      texts.problem(
          "--align-after is '%s': use a part of the run from 0%% to 100%%, or a time such as 45s"
              .formatted(text));
    }
    boolean first =
        part.filter(p -> p == 0).isPresent() || time.filter(Duration::isZero).isPresent();
    When when =
        first
            ? new When.AtStart()
            : time.<When>map(When.AfterTime::new)
                .orElseGet(() -> new When.AfterPart(part.orElse(0.5)));
    checkBeforeEnd(when);
    return new RunOptions.Alignment(when, every);
  }

  private void checkBeforeEnd(When when) {
    Duration duration =
        given.duration == null
            ? DEFAULT_DURATION
            : Texts.duration(given.duration).orElse(LONGEST_DURATION);
    boolean late =
        (when instanceof When.AfterPart p && p.part() >= 1)
            || (when instanceof When.AfterTime t
                && given.input == null
                && t.time().compareTo(duration) >= 0);
    if (late) {
      texts.problem(
          "--align-after is '%s': that is not before the end of the run; use an earlier time"
              .formatted(given.alignAfter));
    }
  }

  private List<Disturbance> disturbances(int nodes) {
    List<Disturbance> disturbances = new ArrayList<>();
    for (String text : given.kill) {
      Matcher matcher = KILL.matcher(text);
      Optional<Double> part = matcher.matches() ? Texts.part(matcher.group(3)) : Optional.empty();
      int node =
          part.isPresent() && matcher.group(2) != null ? Integer.parseInt(matcher.group(2)) : 1;
      if (part.isEmpty() || node < 1 || node > nodes) {
        texts.problem(
            "--kill is '%s': use coordinator@N%% or task-manager:NODE@N%%".formatted(text));
      } else {
        disturbances.add(
            new Disturbance(
                matcher.group(1) != null
                    ? Disturbance.Victim.COORDINATOR
                    : Disturbance.Victim.TASK_MANAGER,
                node,
                part.get()));
      }
    }
    disturbances.sort(Comparator.comparingDouble(Disturbance::part));
    return disturbances;
  }
}
