package io.amoeba.experiments.join;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.cassandra.CassandraTable;
import io.amoeba.experiments.cassandra.LineLog;
import io.amoeba.experiments.cassandra.PreparedRows;
import io.amoeba.experiments.cassandra.Waiting;
import io.amoeba.experiments.usage.MachineWatch;
import io.amoeba.experiments.usage.UsageLog;
import io.amoeba.experiments.ycsb.SteadyThroughput;
import io.amoeba.experiments.ycsb.TrafficSecond;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Lets a node join again and again, modes in turn, each time a fresh cluster with fresh data.
 * Confined to one thread.
 */
final class JoinBench {
  private static final Duration START = Duration.ofMinutes(5);
  private static final Duration JOIN = Duration.ofHours(2);
  private static final Duration TRAFFIC = Duration.ofHours(4);

  /** Time for a new limit to show before anything is measured. */
  private static final Duration LIMIT_SHOWS = Duration.ofSeconds(20);

  /**
   * When Cassandra's dynamic snitch forgets for the first time what it knows of nodes ({@code
   * dynamic_snitch_reset_interval}). Until then it may judge them by their start: one of three
   * equal nodes then read a third of what another did, and throughput was two thirds of what it was
   * from that moment on.
   */
  private static final Duration SNITCH_RESET = Duration.ofMinutes(10);

  /** Between two looks at whether throughput is steady. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  /** Between two looks at what a node, or the machine, uses. */
  private static final Duration USAGE_PERIOD = Duration.ofSeconds(2);

  private static final int SHOWN_LINES = 30;

  private final JoinOptions options;
  private final Engine engine;
  private final Images images;
  private final Optional<String> disk;
  private final Consumer<String> progress;
  private final double allCpus;

  /**
   * @param disk that limits of reads are for, if there are any
   */
  JoinBench(
      JoinOptions options,
      Engine engine,
      Images images,
      Optional<String> disk,
      int processors,
      Consumer<String> progress) {
    this.options = options;
    this.engine = engine;
    this.images = images;
    this.disk = disk;
    this.allCpus = processors;
    this.progress = progress;
  }

  /**
   * Measures all.
   *
   * @param soFar is told after each run of all until then
   */
  List<JoinRun> run(Consumer<List<JoinRun>> soFar) {
    JoinTraffic traffic = options.traffic();
    progress.accept("Images");
    images.build();
    progress.accept("Writing %d rows, the same for all runs".formatted(traffic.rows()));
    try (PreparedRows rows =
        PreparedRows.write(engine, traffic.rows(), traffic.fieldLength(), traffic.sstables())) {
      return run(rows, soFar);
    }
  }

  private List<JoinRun> run(PreparedRows rows, Consumer<List<JoinRun>> soFar) {
    List<JoinRun> runs = new ArrayList<>();
    for (int repeat = 1; repeat <= options.repeats(); repeat++) {
      for (JoinMode mode : options.modes()) {
        double limit =
            mode == JoinMode.STOCK_THROTTLED ? throttled(runs) : options.streamMebibytesPerSecond();
        progress.accept(
            "%s, %d of %d: starting %d nodes"
                .formatted(mode, repeat, options.repeats(), options.members()));
        runs.add(measure(mode, limit, rows, "%s-%d".formatted(mode, repeat)));
        soFar.accept(runs);
      }
    }
    return runs;
  }

  /**
   * All senders together are as fast as the joiner received incrementally; as long as that was not
   * measured, as fast as the one sender at a time that it has then may be, which has a limit.
   */
  private double throttled(List<JoinRun> runs) {
    double received = options.streamMebibytesPerSecond();
    for (JoinRun run : runs) {
      if (run.mode() == JoinMode.INCREMENTAL) {
        received = run.figures().receivedMebibytesPerSecond();
      }
    }
    return received / options.members();
  }

  private JoinRun measure(JoinMode mode, double streamLimit, PreparedRows rows, String name) {
    Consumer<String> indented = line -> progress.accept("  " + line);
    try (JoinStack stack =
        JoinStack.start(
            engine,
            images,
            mode,
            options,
            allCpus,
            streamLimit,
            waiting -> indented.accept("waiting for " + waiting))) {
      try {
        load(stack, rows, indented);
        try (MachineWatch machine = MachineWatch.begin(disk, USAGE_PERIOD)) {
          JoinRun run = join(stack, mode, streamLimit, machine, indented);
          indented.accept(shown(run.figures()));
          return run;
        }
      } finally {
        Path logs = options.outputs().logs();
        if (logs != null) {
          stack.nodes().stack().saveLogs(logs.resolve(name));
        }
      }
    }
  }

  private static String shown(JoinFigures figures) {
    return String.format(
        Locale.ROOT,
        "joined in %.0f s; %.0f operations/s before, x%.2f while it joined, x%.2f after",
        figures.joinSeconds(),
        figures.baselineOpsPerSecond(),
        figures.meanDuringJoinRatio(),
        figures.afterRatio());
  }

  private void load(JoinStack stack, PreparedRows rows, Consumer<String> indented) {
    indented.accept("giving %d rows to every node".formatted(options.traffic().rows()));
    CassandraTable.load(stack.nodes(), rows, List.of());
    if (options.sizes().limitsReads()) {
      // What importing has left in memory is not what clients read most.
      stack.nodes().evictRows();
    }
  }

  private Container ask(JoinStack stack) {
    JoinTraffic traffic = options.traffic();
    return stack
        .nodes()
        .traffic(
            1,
            List.of(
                "--rows=" + traffic.rows(),
                "--field-length=" + traffic.fieldLength(),
                "--duration=" + TRAFFIC.toSeconds() + "s",
                "--workload=" + traffic.workload(),
                "--consistency=" + traffic.consistency(),
                "--in-flight=" + traffic.inFlight()));
  }

  private JoinRun join(
      JoinStack stack,
      JoinMode mode,
      double streamLimit,
      MachineWatch machine,
      Consumer<String> indented) {
    double cpus = options.sizes().cpus();
    List<UsageLog> members = stack.nodes().members().stream().map(JoinBench::usage).toList();
    Container traffic = ask(stack);
    LineLog<TrafficSecond> seconds =
        new LineLog<>(traffic, TrafficSecond.LINE, TrafficSecond.class);
    Waiting.until(
        "the traffic begins",
        START,
        traffic,
        () -> seconds.newest().filter(second -> second.operations() > 0).isPresent());
    // Compilers and caches have done their work before processors become scarce.
    Waiting.pause(options.warmUp());
    stack.nodes().limitCpus(cpus);
    indented.accept("every node has %.2f processors now".formatted(cpus));
    Waiting.pause(LIMIT_SHOWS.plus(options.before()));
    boolean steadyBaseline = awaitSteady(stack, seconds, indented);
    Container joiner = stack.nodes().startJoiner();
    indented.accept("the joining node starts");
    UsageLog joinerUsage = usage(joiner);
    LineLog<NodeSample> samples = new LineLog<>(stack.watch(), NodeSample.LINE, NodeSample.class);
    awaitNode(samples, joiner, "joins", START, JoinBench::begins);
    // What the start of its JVM costs is not the subject: until here it had what it wanted.
    joiner.limitCpus(cpus);
    indented.accept("it joins");
    awaitNode(samples, joiner, "is a full member", JOIN, NodeSample::isNormal);
    indented.accept("it is a full member");
    Waiting.pause(options.after());
    traffic.stop();
    samples.container().stop();
    return JoinRun.of(
        mode,
        streamLimit,
        steadyBaseline,
        new JoinSeries(joiner.startedAt().toEpochMilli() / 1_000.0, seconds.all(), samples.all()),
        new JoinUsage(
            members.stream().map(UsageLog::all).toList(), joinerUsage.all(), machine.all()),
        options);
  }

  /**
   * Until the newest seconds, which are the baseline, are alike, and not because of a start.
   *
   * @return whether they are
   */
  private boolean awaitSteady(
      JoinStack stack, LineLog<TrafficSecond> seconds, Consumer<String> indented) {
    Instant measurable =
        stack.nodes().members().stream()
            .map(Container::startedAt)
            .max(Comparator.naturalOrder())
            .orElseThrow()
            .plus(SNITCH_RESET)
            .plus(LIMIT_SHOWS)
            .plus(options.before());
    long begin = System.nanoTime();
    boolean steady =
        Waiting.upTo(
            options.settle(),
            LOOK,
            () -> Instant.now().isAfter(measurable) && isSteady(seconds.all()));
    indented.accept(
        "throughput is %s, after %d s more"
            .formatted(
                steady ? "steady" : "not steady yet, or nodes are judged by their start",
                Duration.ofNanos(System.nanoTime() - begin).toSeconds()));
    return steady;
  }

  private boolean isSteady(List<TrafficSecond> traffic) {
    double window = (double) options.before().toSeconds() / SteadyThroughput.WINDOWS;
    return !traffic.isEmpty()
        && SteadyThroughput.until(traffic, traffic.get(traffic.size() - 1).second() + 1, window);
  }

  private static UsageLog usage(Container container) {
    return UsageLog.begin(container, USAGE_PERIOD);
  }

  private static boolean begins(NodeSample sample) {
    return sample.receivedBytes() > 0 || sample.mode().equals("JOINING") || sample.isNormal();
  }

  private static void awaitNode(
      LineLog<NodeSample> samples,
      Container joiner,
      String what,
      Duration patience,
      Predicate<NodeSample> condition) {
    Waiting.until(
        "the joining node " + what,
        patience,
        joiner,
        () -> {
          Optional<NodeSample> newest = samples.newest();
          // Its process goes on, and waits for somebody to resume.
          if (newest.filter(NodeSample::hasFailed).isPresent()) {
            throw new ContainerException(
                "The joining node could not join; the last lines of its log:%n%s"
                    .formatted(joiner.logTail(SHOWN_LINES)));
          }
          return newest.filter(condition).isPresent();
        });
  }
}
