package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.cli.Within;
import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.servers.FleetOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of a run. Filled by picocli; confined to the main thread. */
final class RunArguments {
  @Option(
      names = "--nodes",
      paramLabel = "N",
      description =
          "Nodes, each a TaskManager and a Redis primary, 1 to 32. Default: 3; 1 with --find-l-rating.")
  @Within(least = "1", most = "32")
  @Nullable Integer nodes;

  @Option(
      names = "--task-slots",
      paramLabel = "N",
      description = "Task slots of each TaskManager, 1 to 16. Default: 1.")
  @Within(least = "1", most = "16")
  int taskSlots = 1;

  @Option(
      names = "--redis-apart",
      description =
          "Start with the Redis primaries on hosts of their own; the coordinator migrates them to the nodes"
              + " before it aligns routing.")
  boolean redisApart;

  @Option(
      names = "--keyed",
      description =
          "Make operator Toll part of a keyed stream whose key groups are hash slots, dealt over all nodes at"
              + " the start. The coordinator moves them to the stream's nodes, and then aligns the other"
              + " operators.")
  boolean keyed;

  @Option(
      names = "--expressways",
      paramLabel = "N",
      description =
          "Expressways of the traffic. Default: 1. With --find-l-rating: try only this number.")
  @Within(least = "1", most = "1000")
  @Nullable Integer expressways;

  @Option(
      names = "--traffic",
      paramLabel = "MODE",
      description = {
        "steady: every vehicle reports every second. specification: every 30 s, as at the end of the"
            + " benchmark's three hours; far more reports cross into a segment. Default: steady."
      })
  TrafficMode traffic = TrafficMode.STEADY;

  @Option(
      names = "--vehicles",
      paramLabel = "N",
      description =
          "Vehicles of each expressway, 1 to 1000000. Default: 1000; 51000 with --traffic specification.")
  @Within(least = "1", most = "1000000")
  @Nullable Integer vehicles;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = Times.class,
      description =
          "Duration of the traffic, which continues for up to 120s (300s with --keyed) until the alignment is complete. Default: 120s.")
  @Within(least = "10s", most = "24h")
  Duration duration = Duration.ofMinutes(2);

  @Option(
      names = "--align-after",
      paramLabel = "TIME|N%|never",
      description =
          "Start of the alignment, postponed by up to a third of the remaining run until the time before is measured. never: no alignment. Default: 50%% of the duration; with --input before the first record.")
  @Nullable String alignAfter;

  @Option(
      names = "--add-node-after",
      paramLabel = "TIME|N%",
      description =
          "Start aligned on --nodes. Then add a node, and restart the job from a savepoint with subtasks there; the coordinator lets the store grow to the node and aligns routing.")
  @Nullable String addNodeAfter;

  @Option(
      names = "--add-node-to",
      paramLabel = "job|store",
      description =
          "Which system gets the node of --add-node-after. store: the node starts with a Redis primary, its share of the hash slots, and an idle TaskManager; the coordinator rescales the job to it. Default: job.")
  @Nullable Side addNodeTo;

  @Option(
      names = "--speed",
      paramLabel = "max|N",
      converter = Speed.class,
      description =
          "Simulated seconds per second; max: as fast as the job processes them. Default: max.")
  Pace speed = new Pace.Fastest();

  @Option(
      names = "--realign-every",
      paramLabel = "TIME",
      converter = Times.class,
      description =
          "Interval of changes of the maps, from the alignment to 85%% of the run, to test the hand-over.")
  @Within(least = "10ms", most = "1h")
  @Nullable Duration realignEvery;

  @Option(
      names = "--alternate",
      paramLabel = "TIME",
      converter = Times.class,
      description = {
        "Interval of changes between hash and aligned placement, from the alignment to the end of the"
            + " traffic, to compare them; 8s or more."
      })
  // The change itself, two seconds that do not count, and three seconds to measure.
  @Within(least = "8s", most = "1h")
  @Nullable Duration alternate;

  @Option(
      names = "--immediate",
      description = "Change maps without hand-over, to show what hand-over prevents.")
  boolean immediate;

  @Option(
      names = "--redis-batch",
      paramLabel = "N",
      description = "Maximum batch of requests to Redis. Default: 64.")
  @Within(least = "1", most = "4096")
  @Nullable Integer redisBatch;

  @Option(
      names = "--buffer-timeout",
      paramLabel = "TIME",
      converter = Times.class,
      description =
          "Maximum time of a record in a network buffer or in the producer of answers; more costs latency and"
              + " saves CPU time. Default: 5ms.")
  @Within(least = "0s", most = "10s")
  Duration bufferTimeout = FleetOptions.JobSettings.USUAL.bufferTimeout();

  @Option(
      names = "--checkpoint-interval",
      paramLabel = "TIME",
      converter = Times.class,
      description = "Time between checkpoints. Default: 1s.")
  @Within(least = "100ms", most = "1h")
  @Nullable Duration checkpointInterval;

  @Option(
      names = "--no-order-probe",
      description =
          "Skip the log and check of the order of accesses to Redis, which take CPU time.")
  boolean noOrderProbe;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the traffic. Default: 1.")
  long seed = 1;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "Run this file in the original 15-field format instead of generated traffic.")
  @Nullable Path input;

  @Mixin InputFiles files = new InputFiles();

  @Option(
      names = "--output",
      paramLabel = "FOLDER",
      description = "Folder for the answers to --input: type0.csv … type4.csv.")
  @Nullable Path output;

  @Option(
      names = "--find-l-rating",
      description = "Find the maximum number of expressways that this machine answers in time.")
  boolean findLRating;

  @Option(
      names = "--max",
      paramLabel = "N",
      description = "Maximum of expressways for --find-l-rating. Default: 40.")
  @Within(least = "1", most = "1000")
  int max = 40;

  @Option(
      names = "--start",
      paramLabel = "N",
      description = "Expressways of the first trial of --find-l-rating. Default: 8.")
  @Within(least = "1", most = "1000")
  @Nullable Integer start;

  @Option(
      names = "--l-rating-duration",
      paramLabel = "TIME",
      converter = Times.class,
      description = "Duration of each trial of --find-l-rating. Default: 10m.")
  @Within(least = "10s", most = "3h")
  Duration lRatingDuration = Duration.ofMinutes(10);

  @Mixin ServerArguments servers = new ServerArguments();

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON.")
  @Nullable Path json;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "HTML report. Default: linear-road-report.html in the working folder; none with --input.")
  @Nullable Path report;

  @Option(names = "--keep", description = "Keep the run folder with logs and data.")
  boolean keep;

  @Option(
      names = "--http-port",
      paramLabel = "N",
      description = "Port of the coordinator's page. Default: any free one.")
  @Within(least = "0", most = "65535")
  int httpPort;

  /** For tests of the product: processes to kill, such as task-manager:2@40%. */
  @Option(names = "--kill", hidden = true, split = ",")
  String[] kill = {};

  /** Which system gets the node of {@code --add-node-after}. */
  enum Side {
    JOB,
    STORE
  }

  /** Notation of {@code --speed}. */
  private static final class Speed implements ITypeConverter<Pace> {
    @Override
    public Pace convert(String text) {
      if (text.equals("max")) {
        return new Pace.Fastest();
      }
      try {
        double rate = Double.parseDouble(text);
        if (rate >= 0.1 && rate <= 10_000) {
          return new Pace.SimulatedSecondsPerSecond(rate);
        }
      } catch (NumberFormatException e) {
        // Reported below like a number out of range.
      }
      throw new TypeConversionException("use max or a number from 0.1 to 10000");
    }
  }

  /**
   * The servers to start.
   *
   * @param usualNodes where no number of nodes is given
   * @param usual where an option is not given
   */
  FleetOptions fleet(int usualNodes, FleetOptions.Layout layout, FleetOptions.JobSettings usual) {
    return new FleetOptions(
        nodes == null ? usualNodes : nodes,
        taskSlots,
        layout,
        httpPort,
        new FleetOptions.JobSettings(
            immediate ? "immediate" : usual.handOver(),
            keyed,
            redisBatch == null ? usual.redisBatch() : redisBatch,
            bufferTimeout,
            checkpointInterval == null ? usual.checkpointInterval() : checkpointInterval,
            usual.exactlyOnce(),
            usual.orderProbe() && !noOrderProbe),
        0,
        keep,
        FleetOptions.TEMPORARY_FOLDER);
  }
}
