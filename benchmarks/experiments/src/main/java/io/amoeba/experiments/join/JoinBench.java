package io.amoeba.experiments.join;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.cassandra.CassandraDriver;
import io.amoeba.experiments.cassandra.CassandraSettings;
import io.amoeba.experiments.cassandra.CassandraStack;
import io.amoeba.experiments.cassandra.LineLog;
import io.amoeba.experiments.cassandra.Waiting;
import io.amoeba.experiments.usage.MachineWatch;
import io.amoeba.experiments.usage.UsageLog;
import io.amoeba.experiments.ycsb.SteadyThroughput;
import io.amoeba.experiments.ycsb.TrafficSecond;
import java.time.Duration;
import java.time.Instant;
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
final class JoinBench extends CassandraDriver<JoinMode, JoinRun> {
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
  private final Optional<String> disk;
  private final double allCpus;

  /**
   * Prepares it.
   *
   * @param disk that limits of reads are for, if there are any
   */
  JoinBench(
      JoinOptions options,
      Engine engine,
      Images images,
      Optional<String> disk,
      int processors,
      Consumer<String> progress) {
    super(
        new Plan<>(
            options.modes(),
            options.repeats(),
            options.traffic().rows(),
            options.traffic().fieldLength(),
            options.traffic().sstables(),
            options.outputs()),
        engine,
        images,
        progress);
    this.options = options;
    this.disk = disk;
    this.allCpus = processors;
  }

  @Override
  protected CassandraSettings settings(JoinMode mode, List<JoinRun> before) {
    return JoinNodes.settings(mode, options, allCpus, streamLimit(mode, before));
  }

  @Override
  protected List<String> creation() {
    return List.of();
  }

  private double streamLimit(JoinMode mode, List<JoinRun> before) {
    return mode == JoinMode.STOCK_THROTTLED
        ? throttled(before)
        : options.streamMebibytesPerSecond();
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

  @Override
  protected JoinRun measure(CassandraStack nodes, JoinMode mode, int repeat, List<JoinRun> before) {
    if (options.sizes().limitsReads()) {
      // What importing has left in memory is not what clients read most.
      nodes.evictRows();
    }
    try (MachineWatch machine = MachineWatch.begin(disk, USAGE_PERIOD)) {
      JoinRun run = join(nodes, mode, streamLimit(mode, before), machine);
      say(shown(run.figures()));
      return run;
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

  private List<String> asked() {
    JoinTraffic traffic = options.traffic();
    return List.of(
        "--rows=" + traffic.rows(),
        "--field-length=" + traffic.fieldLength(),
        "--duration=" + TRAFFIC.toSeconds() + "s",
        "--workload=" + traffic.workload(),
        "--consistency=" + traffic.consistency(),
        "--in-flight=" + traffic.inFlight());
  }

  private JoinRun join(
      CassandraStack nodes, JoinMode mode, double streamLimit, MachineWatch machine) {
    double cpus = options.sizes().cpus();
    List<UsageLog> members = nodes.members().stream().map(JoinBench::usage).toList();
    LineLog<TrafficSecond> seconds = startTraffic(nodes, 1, asked());
    // Compilers and caches have done their work before processors become scarce.
    Waiting.pause(options.warmUp());
    nodes.limitCpus(cpus);
    say("every node has %.2f processors now".formatted(cpus));
    Waiting.pause(LIMIT_SHOWS.plus(options.before()));
    boolean steadyBaseline = awaitSteady(nodes, seconds);
    Container joiner = nodes.startJoiner();
    say("the joining node starts");
    UsageLog joinerUsage = usage(joiner);
    LineLog<NodeSample> samples =
        new LineLog<>(nodes.run("watch", List.of()), NodeSample.LINE, NodeSample.class);
    awaitNode(samples, joiner, "joins", START, JoinBench::begins);
    // What the start of its JVM costs is not the subject: until here it had what it wanted.
    joiner.limitCpus(cpus);
    say("it joins");
    awaitNode(samples, joiner, "is a full member", JOIN, NodeSample::isNormal);
    say("it is a full member");
    Waiting.pause(options.after());
    seconds.container().stop();
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
  private boolean awaitSteady(CassandraStack nodes, LineLog<TrafficSecond> seconds) {
    Instant measurable =
        nodes.members().stream()
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
    say(
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
