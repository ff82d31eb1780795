package io.amoeba.experiments.join;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.cassandra.CassandraExperiment;
import io.amoeba.experiments.cassandra.CassandraOptions;
import io.amoeba.experiments.cassandra.CassandraStack;
import io.amoeba.experiments.cassandra.DataDisk;
import io.amoeba.experiments.load.TrafficMeans;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.NodeSample;
import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.MachineWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** A node joins a Cassandra cluster under load. Confined to one thread. */
final class JoinExperiment extends CassandraExperiment<JoinMode, JoinRun> {
  /** Of the default rows on two CPUs, without the options' times. */
  private static final Duration START_AND_JOIN = Duration.ofMinutes(16);

  private static final Duration JOIN = Duration.ofHours(2);
  private static final Duration TRAFFIC = Duration.ofHours(4);

  /** Time for a new limit to take effect before the measurement. */
  private static final Duration LIMIT_SHOWS = Duration.ofSeconds(20);

  /**
   * When Cassandra's dynamic snitch resets its scores for the first time ({@code
   * dynamic_snitch_reset_interval}). Until then they may reflect start-up: one of three equal nodes
   * read a third as much as another, and throughput was two thirds of the later one.
   */
  private static final Duration SNITCH_RESET = Duration.ofMinutes(10);

  private static final Duration CHECK_PERIOD = Duration.ofSeconds(5);
  private static final Duration USAGE_PERIOD = Duration.ofSeconds(2);
  private static final int SHOWN_LINES = 30;
  private static final double KIBIBYTES_PER_MEBIBYTE = 1024;

  /** Cassandra's default, 64 MiB/s, is for nodes of some CPUs; taken as four. */
  private static final double COMPACTION_MEBIBYTES_PER_CPU = 16;

  private final JoinCommand command;
  private Optional<DataDisk> disk = Optional.empty();

  JoinExperiment(JoinCommand command, CassandraOptions options) {
    super(command.modes(), options);
    this.command = command;
  }

  @Override
  protected List<Duration> parts() {
    return List.of(START_AND_JOIN, command.warmUp(options), command.settle);
  }

  @Override
  protected void prepare(Lab lab) {
    if (options.sizes().limitsReads()) {
      DataDisk limited = DataDisk.of(lab.engine());
      disk = Optional.of(limited);
      limited.warning().ifPresent(text -> lab.progress().accept("Warning: " + text));
    }
  }

  @Override
  protected CassandraStack.Settings settings(JoinMode mode, List<JoinRun> before) {
    String rate = rate(streamLimit(mode, before));
    // Of the CPUs that it has while it is measured.
    String compaction = rate(options.sizes().cpus() * COMPACTION_MEBIBYTES_PER_CPU);
    return new CassandraStack.Settings(
        options.members(),
        String.join(
            " ",
            "-Dcassandra.settings.stream_throughput_outbound=" + rate,
            "-Dcassandra.settings.entire_sstable_stream_throughput_outbound=" + rate,
            "-Dcassandra.settings.compaction_throughput=" + compaction,
            mode.jvmOptions(options.agent()),
            options.jvm()),
        new TokenPlan(options.members())::jvmOption,
        options.sizes());
  }

  private static String rate(double mebibytesPerSecond) {
    return String.format(Locale.ROOT, "%.0fKiB/s", mebibytesPerSecond * KIBIBYTES_PER_MEBIBYTE);
  }

  @Override
  protected JoinReport report(List<JoinRun> runs) {
    return new JoinReport(options, disk.flatMap(DataDisk::warning), runs);
  }

  /**
   * Limit of each sender in MiB/s, 0: none. When throttled, all senders together are as fast as the
   * joining node received incrementally; before that was measured, as fast as the one sender that
   * it then has at a time.
   */
  private double streamLimit(JoinMode mode, List<JoinRun> before) {
    if (mode != JoinMode.STOCK_THROTTLED) {
      return command.streamRate;
    }
    double received =
        before.stream()
            .filter(run -> run.mode() == JoinMode.INCREMENTAL)
            .map(run -> run.figures().get("receivedMebibytesPerSecond"))
            .reduce(command.streamRate, (older, newer) -> newer);
    return received / options.members();
  }

  @Override
  protected JoinRun measure(
      Lab lab, CassandraStack nodes, JoinMode mode, int repeat, List<JoinRun> before) {
    if (disk.isPresent()) {
      // Importing has left other rows in memory than those that clients read most.
      nodes.evictRows();
    }
    try (MachineWatch machine = MachineWatch.start(disk.map(DataDisk::device), USAGE_PERIOD)) {
      JoinRun run = join(lab, nodes, mode, streamLimit(mode, before), machine);
      Values figures = run.figures();
      lab.say(
          "joined in %.0f s; %.0f operations/s before, x%.2f while it joined, x%.2f after",
          figures.get("joinSeconds"),
          figures.get("baselineOpsPerSecond"),
          figures.get("meanDuringJoinRatio"),
          figures.get("afterRatio"));
      return run;
    }
  }

  private JoinRun join(
      Lab lab, CassandraStack nodes, JoinMode mode, double streamLimit, MachineWatch machine) {
    double cpus = options.sizes().cpus();
    List<ContainerUsage> members = nodes.members().stream().map(JoinExperiment::usage).toList();
    List<String> words = new ArrayList<>(options.traffic().words());
    words.add("--duration=" + TRAFFIC.toSeconds() + "s");
    Container traffic = startTraffic(nodes, 1, words);
    // Compilers and caches have done their work before CPUs become scarce.
    Waiting.pause(command.warmUp(options));
    nodes.limitCpus(cpus);
    lab.say("every node has %.2f CPUs from now on", cpus);
    Waiting.pause(LIMIT_SHOWS.plus(options.before()));
    boolean steadyBaseline = awaitSteady(lab, nodes, traffic);
    Container joiningNode = nodes.startJoiningNode();
    lab.say("the joining node starts");
    ContainerUsage joiningNodeUsage = usage(joiningNode);
    Container watch = nodes.watchJoiningNode();
    await(watch, joiningNode, "joins", START, JoinExperiment::begins);
    // The start of its JVM is not measured: until here it had no limit.
    joiningNode.limitCpus(cpus);
    lab.say("it joins");
    await(watch, joiningNode, "is a full member", JOIN, NodeSample::joined);
    lab.say("it is a full member");
    Waiting.pause(options.after());
    traffic.stop();
    watch.stop();
    return JoinRun.of(
        mode,
        streamLimit,
        steadyBaseline,
        new JoinSeries(
            joiningNode.startedAt().toEpochMilli() / 1_000.0,
            TrafficSecond.LINES.all(traffic),
            NodeSample.LINES.all(watch),
            members.stream().map(ContainerUsage::samples).toList(),
            joiningNodeUsage.samples(),
            machine.samples()),
        options);
  }

  /**
   * Waits until the newest seconds, which are the baseline, are steady, and the dynamic snitch was
   * reset.
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
            .plus(options.before());
    Instant start = Instant.now();
    boolean steady =
        Waiting.upTo(
            command.settle,
            CHECK_PERIOD,
            () -> Instant.now().isAfter(measurable) && isSteady(TrafficSecond.LINES.all(traffic)));
    lab.say(
        "throughput is %s after %d s",
        steady ? "steady" : "not steady yet, or the dynamic snitch still reflects start-up",
        Duration.between(start, Instant.now()).toSeconds());
    return steady;
  }

  private boolean isSteady(List<TrafficSecond> traffic) {
    double window = (double) options.before().toSeconds() / TrafficMeans.WINDOWS;
    return !traffic.isEmpty()
        && TrafficMeans.areSteady(traffic, traffic.get(traffic.size() - 1).second() + 1, window);
  }

  private static ContainerUsage usage(Container container) {
    return ContainerUsage.follow(container, USAGE_PERIOD);
  }

  private static boolean begins(NodeSample sample) {
    return sample.receivedBytes() > 0 || sample.mode().equals("JOINING") || sample.joined();
  }

  private static void await(
      Container watch,
      Container joiningNode,
      String what,
      Duration patience,
      Predicate<NodeSample> condition) {
    Waiting.until(
        "the joining node " + what,
        patience,
        joiningNode,
        () -> {
          Optional<NodeSample> newest = NodeSample.LINES.newest(watch);
          // Its process keeps running, and waits for an operator to resume the join.
          if (newest.filter(NodeSample::hasFailed).isPresent()) {
            throw new ContainerException(
                "The joining node could not join; the last lines of its log:%n%s"
                    .formatted(joiningNode.logTail(SHOWN_LINES)));
          }
          return newest.filter(condition).isPresent();
        });
  }
}
