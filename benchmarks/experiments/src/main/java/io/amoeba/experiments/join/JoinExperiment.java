package io.amoeba.experiments.join;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.cassandra.CassandraExperiment;
import io.amoeba.experiments.cassandra.CassandraSettings;
import io.amoeba.experiments.cassandra.CassandraStack;
import io.amoeba.experiments.cassandra.DataDisk;
import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.NodeSample;
import io.amoeba.experiments.usage.MachineWatch;
import io.amoeba.experiments.usage.UsageLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** A node joins a Cassandra cluster under load. Confined to one thread. */
public final class JoinExperiment extends CassandraExperiment<JoinMode, JoinRun> {
  /** As long as it took with the default rows on two processors, but for the options' times. */
  private static final Duration START_AND_JOIN = Duration.ofMinutes(16);

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
  private Optional<DataDisk> disk = Optional.empty();

  /** Prepares it. */
  public JoinExperiment(JoinOptions options) {
    super(options.modes(), options.nodes());
    this.options = options;
  }

  @Override
  protected List<Duration> parts() {
    return List.of(START_AND_JOIN, options.warmUp(), options.settle());
  }

  @Override
  protected void prepare(Lab lab) {
    if (options.nodes().sizes().limitsReads()) {
      DataDisk limited = DataDisk.of(lab.engine());
      disk = Optional.of(limited);
      limited.warning().ifPresent(text -> lab.title("Warning: " + text));
    }
  }

  @Override
  protected CassandraSettings settings(JoinMode mode, List<JoinRun> before) {
    return JoinNodes.settings(mode, options, streamLimit(mode, before));
  }

  @Override
  protected List<String> creation() {
    return List.of();
  }

  @Override
  protected JoinReport report(List<JoinRun> runs) {
    return new JoinReport(options, disk.flatMap(DataDisk::warning), runs);
  }

  /**
   * When throttled, all senders together are as fast as the joiner received incrementally; as long
   * as that was not measured, as fast as the one sender at a time that it has then may be, which
   * has a limit.
   */
  private double streamLimit(JoinMode mode, List<JoinRun> before) {
    double limit = options.streamMebibytesPerSecond();
    if (mode != JoinMode.STOCK_THROTTLED) {
      return limit;
    }
    double received =
        before.stream()
            .filter(run -> run.mode() == JoinMode.INCREMENTAL)
            .map(run -> run.figures().receivedMebibytesPerSecond())
            .reduce(limit, (older, newer) -> newer);
    return received / options.members();
  }

  @Override
  protected JoinRun measure(
      Lab lab, CassandraStack nodes, JoinMode mode, int repeat, List<JoinRun> before) {
    if (disk.isPresent()) {
      // What importing has left in memory is not what clients read most.
      nodes.evictRows();
    }
    try (MachineWatch machine = MachineWatch.begin(disk.map(DataDisk::device), USAGE_PERIOD)) {
      JoinRun run = join(lab, nodes, mode, streamLimit(mode, before), machine);
      JoinFigures figures = run.figures();
      lab.say(
          String.format(
              Locale.ROOT,
              "joined in %.0f s; %.0f operations/s before, x%.2f while it joined, x%.2f after",
              figures.joinSeconds(),
              figures.baselineOpsPerSecond(),
              figures.meanDuringJoinRatio(),
              figures.afterRatio()));
      return run;
    }
  }

  private JoinRun join(
      Lab lab, CassandraStack nodes, JoinMode mode, double streamLimit, MachineWatch machine) {
    double cpus = options.nodes().sizes().cpus();
    List<UsageLog> members = nodes.members().stream().map(JoinExperiment::usage).toList();
    List<String> asked = new ArrayList<>(options.nodes().traffic().words());
    asked.add("--duration=" + TRAFFIC.toSeconds() + "s");
    Container traffic = startTraffic(nodes, 1, asked);
    // Compilers and caches have done their work before processors become scarce.
    Waiting.pause(options.warmUp());
    nodes.limitCpus(cpus);
    lab.say("every node has %.2f CPUs from now on".formatted(cpus));
    Waiting.pause(LIMIT_SHOWS.plus(options.nodes().before()));
    boolean steadyBaseline = awaitSteady(lab, nodes, traffic);
    Container joiner = nodes.startJoiner();
    lab.say("the joining node starts");
    UsageLog joinerUsage = usage(joiner);
    Container watch = nodes.watchJoiner();
    await(watch, joiner, "joins", START, JoinExperiment::begins);
    // What the start of its JVM costs is not the subject: until here it had what it wanted.
    joiner.limitCpus(cpus);
    lab.say("it joins");
    await(watch, joiner, "is a full member", JOIN, NodeSample::joined);
    lab.say("it is a full member");
    Waiting.pause(options.nodes().after());
    traffic.stop();
    watch.stop();
    return JoinRun.of(
        mode,
        streamLimit,
        steadyBaseline,
        new JoinSeries(
            joiner.startedAt().toEpochMilli() / 1_000.0,
            TrafficSecond.LINES.all(traffic),
            NodeSample.LINES.all(watch)),
        new JoinRun.Usage(
            members.stream().map(UsageLog::all).toList(), joinerUsage.all(), machine.all()),
        options);
  }

  /**
   * Until the newest seconds, which are the baseline, are alike, and not because of a start.
   *
   * @return whether they are
   */
  private boolean awaitSteady(Lab lab, CassandraStack nodes, Container traffic) {
    Instant measurable =
        nodes.members().stream()
            .map(Container::startedAt)
            .max(Comparator.naturalOrder())
            .orElseThrow()
            .plus(SNITCH_RESET)
            .plus(LIMIT_SHOWS)
            .plus(options.nodes().before());
    long begin = System.nanoTime();
    boolean steady =
        Waiting.upTo(
            options.settle(),
            LOOK,
            () -> Instant.now().isAfter(measurable) && isSteady(TrafficSecond.LINES.all(traffic)));
    lab.say(
        "throughput is %s after %d s"
            .formatted(
                steady ? "steady" : "not steady yet, or the dynamic snitch still reflects start-up",
                Duration.ofNanos(System.nanoTime() - begin).toSeconds()));
    return steady;
  }

  private boolean isSteady(List<TrafficSecond> traffic) {
    double window = (double) options.nodes().before().toSeconds() / TrafficMeans.WINDOWS;
    return !traffic.isEmpty()
        && TrafficMeans.areSteady(traffic, traffic.get(traffic.size() - 1).second() + 1, window);
  }

  private static UsageLog usage(Container container) {
    return UsageLog.begin(container, USAGE_PERIOD);
  }

  private static boolean begins(NodeSample sample) {
    return sample.receivedBytes() > 0 || sample.mode().equals("JOINING") || sample.joined();
  }

  private static void await(
      Container watch,
      Container joiner,
      String what,
      Duration patience,
      Predicate<NodeSample> condition) {
    Waiting.until(
        "the joining node " + what,
        patience,
        joiner,
        () -> {
          Optional<NodeSample> newest = NodeSample.LINES.newest(watch);
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
