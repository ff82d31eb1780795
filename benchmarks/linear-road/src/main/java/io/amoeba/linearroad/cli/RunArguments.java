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
  @Option(names = "--nodes", paramLabel = "N")
  @Within(least = "1", most = "32")
  @Nullable Integer nodes;

  @Option(names = "--task-slots", paramLabel = "N")
  @Within(least = "1", most = "16")
  int taskSlots = 1;

  @Option(names = "--redis-apart")
  boolean redisApart;

  @Option(names = "--replicas", paramLabel = "N")
  @Within(least = "1", most = "4")
  int replicas;

  @Option(names = "--fresh-reads", paramLabel = "BOUND", converter = Times.class)
  @Within(least = "10ms", most = "10m")
  @Nullable Duration freshReads;

  @Option(names = "--replicas-first")
  boolean replicasFirst;

  @Option(names = "--keyed")
  boolean keyed;

  @Option(names = "--expressways", paramLabel = "N")
  @Within(least = "1", most = "1000")
  @Nullable Integer expressways;

  @Option(names = "--traffic", paramLabel = "MODE")
  TrafficMode traffic = TrafficMode.STEADY;

  @Option(names = "--vehicles", paramLabel = "N")
  @Within(least = "1", most = "1000000")
  @Nullable Integer vehicles;

  @Option(names = "--duration", paramLabel = "TIME", converter = Times.class)
  @Within(least = "10s", most = "24h")
  Duration duration = Duration.ofMinutes(2);

  @Option(names = "--align-after", paramLabel = "TIME|N%|never")
  @Nullable String alignAfter;

  @Option(names = "--add-node-after", paramLabel = "TIME|N%")
  @Nullable String addNodeAfter;

  @Option(names = "--add-node-to", paramLabel = "job|store")
  @Nullable Side addNodeTo;

  @Option(names = "--speed", paramLabel = "max|N", converter = Speed.class)
  Pace speed = new Pace.Fastest();

  @Option(names = "--realign-every", paramLabel = "TIME", converter = Times.class)
  @Within(least = "10ms", most = "1h")
  @Nullable Duration realignEvery;

  @Option(names = "--alternate", paramLabel = "TIME", converter = Times.class)
  // The change itself, two seconds that do not count, and three seconds to measure.
  @Within(least = "8s", most = "1h")
  @Nullable Duration alternate;

  @Option(names = "--immediate")
  boolean immediate;

  @Option(names = "--redis-batch", paramLabel = "N")
  @Within(least = "1", most = "4096")
  @Nullable Integer redisBatch;

  @Option(names = "--buffer-timeout", paramLabel = "TIME", converter = Times.class)
  @Within(least = "0s", most = "10s")
  Duration bufferTimeout = FleetOptions.JobSettings.USUAL.bufferTimeout();

  @Option(names = "--checkpoint-interval", paramLabel = "TIME", converter = Times.class)
  @Within(least = "100ms", most = "1h")
  @Nullable Duration checkpointInterval;

  @Option(names = "--no-order-probe")
  boolean noOrderProbe;

  @Option(names = "--seed", paramLabel = "N")
  long seed = 1;

  @Option(names = "--input", paramLabel = "FILE")
  @Nullable Path input;

  @Mixin InputFiles files = new InputFiles();

  @Option(names = "--output", paramLabel = "FOLDER")
  @Nullable Path output;

  @Option(names = "--find-l-rating")
  boolean findLRating;

  @Option(names = "--max", paramLabel = "N")
  @Within(least = "1", most = "1000")
  int max = 40;

  @Option(names = "--start", paramLabel = "N")
  @Within(least = "1", most = "1000")
  @Nullable Integer start;

  @Option(names = "--l-rating-duration", paramLabel = "TIME", converter = Times.class)
  @Within(least = "10s", most = "3h")
  Duration lRatingDuration = Duration.ofMinutes(10);

  @Mixin ServerArguments servers = new ServerArguments();

  @Option(names = "--json", paramLabel = "FILE")
  @Nullable Path json;

  @Option(names = "--report", paramLabel = "FILE")
  @Nullable Path report;

  @Option(names = "--keep")
  boolean keep;

  @Option(names = "--http-port", paramLabel = "N")
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
        replicas,
        httpPort,
        new FleetOptions.JobSettings(
            immediate,
            keyed,
            redisBatch == null ? usual.redisBatch() : redisBatch,
            freshReads == null ? null : new FleetOptions.FreshReading(freshReads, replicasFirst),
            bufferTimeout,
            checkpointInterval == null ? usual.checkpointInterval() : checkpointInterval,
            usual.exactlyOnce(),
            usual.orderProbe() && !noOrderProbe),
        0,
        keep,
        FleetOptions.TEMPORARY_FOLDER);
  }
}
