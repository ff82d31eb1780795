package io.amoeba.experiments.hints;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.cassandra.CassandraExperiment;
import io.amoeba.experiments.cassandra.CassandraOptions;
import io.amoeba.experiments.cassandra.CassandraStack;
import io.amoeba.experiments.load.ReadMove;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.load.TrafficShape;
import io.amoeba.experiments.probe.CacheProbe;
import io.amoeba.experiments.probe.HintsProbe;
import io.amoeba.experiments.usage.ContainerUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads move from one Cassandra node to another, each time with cold caches on three nodes with
 * small caches and slow disks, each of which is a replica of everything and reads alone. Confined
 * to one thread.
 */
final class HintExperiment extends CassandraExperiment<HintMode, HintRun> {
  /** Of the default rows on two CPUs. */
  private static final Duration STARTING = Duration.ofMinutes(3);

  private static final Duration PULL = Duration.ofMinutes(5);
  private static final Duration MOVE = Duration.ofMinutes(1);
  private static final Duration TRAFFIC = Duration.ofHours(3);
  private static final Duration CHECK_PERIOD = Duration.ofSeconds(5);

  /** Compiles all code, and leaves caches cold. */
  private static final int FEW_ROWS = 1_000;

  private static final String MOVE_FILE = "/tmp/move";

  /** Serves all reads before the move. */
  private static final int SERVING = 1;

  /** The failover target: serves all reads after the move. */
  private static final int TARGET = 2;

  /** Between two batches of the other nodes: the agent's default. */
  private static final int SHORT_INTERVAL_MILLIS = 90;

  private final HintCommand command;

  HintExperiment(HintCommand command, CassandraOptions options) {
    super(command.modes.values(), options);
    this.command = command;
  }

  @Override
  protected List<Duration> parts() {
    return List.of(
        STARTING,
        command.codeWarmUp,
        command.warmUp,
        command.overheadPhase.multipliedBy(2L * command.overheadPairs));
  }

  @Override
  protected CassandraStack.Settings settings(HintMode mode, List<HintRun> before) {
    return new CassandraStack.Settings(
        options.members(),
        String.join(
                " ",
                options.jvm(),
                "-Dcassandra.ring_delay_ms=10000",
                "-Dcassandra.settings.file_cache_enabled=true",
                "-Dcassandra.settings.file_cache_size=" + command.chunkCache + "MiB",
                // The contacted node reads itself, however slow it is.
                "-Dcassandra.settings.dynamic_snitch=false")
            .strip(),
        node ->
            mode.needsAgent() && node <= options.members()
                ? mode.agent(node == TARGET, options.agent())
                : "",
        options.sizes());
  }

  @Override
  protected List<String> creation() {
    return List.of("--alone");
  }

  @Override
  protected HintReport report(List<HintRun> runs) {
    return new HintReport(options, command.chunkCache, runs);
  }

  @Override
  protected HintRun measure(
      Lab lab, CassandraStack nodes, HintMode mode, int repeat, List<HintRun> before) {
    warmCode(lab, nodes);
    nodes.limitCpus(options.sizes().cpus());
    HintRun run = move(lab, nodes, mode, repeat);
    Values figures = run.figures();
    lab.say(
        "%.0f operations/s before, x%.2f in the first 10 s after; miss rate %.1f %% and %.1f %%",
        figures.get("opsBefore"),
        figures.ratio("opsAfterFirst10s", "opsBefore"),
        figures.get("missBefore") * 100,
        figures.get("missAfterFirst10s") * 100);
    return run;
  }

  private void warmCode(Lab lab, CassandraStack nodes) {
    lab.say("warming up every node's code");
    List<String> few = words(options.traffic().ofRows(FEW_ROWS), command.codeWarmUp);
    List<Container> all =
        IntStream.rangeClosed(1, options.members())
            .mapToObj(node -> nodes.traffic(node, few))
            .toList();
    all.forEach(
        traffic -> Waiting.untilEnded("all code is warm", START.plus(command.codeWarmUp), traffic));
    nodes.evictRows();
  }

  private static List<String> words(TrafficShape traffic, Duration duration, String... more) {
    List<String> words = new ArrayList<>(traffic.words());
    words.addAll(List.of("--alone", "--duration=" + duration.toSeconds() + "s"));
    words.addAll(List.of(more));
    return words;
  }

  private HintRun move(Lab lab, CassandraStack nodes, HintMode mode, int repeat) {
    Container serving = nodes.probe(SERVING, "caches");
    Container receiver = nodes.probe(TARGET, "caches");
    Container traffic =
        startTraffic(
            nodes,
            SERVING,
            words(
                options.traffic(),
                TRAFFIC,
                "--move-to=" + CassandraStack.service(TARGET),
                "--move-file=" + MOVE_FILE));
    lab.say("all reads go to node %d", SERVING);
    HintRun.WarmUp warmUp = warmCaches(traffic, serving);
    lab.say(
        "its caches are %s after %.0f s",
        warmUp.steady() ? "warm" : "not steady yet", warmUp.seconds());
    Container target = nodes.node(TARGET);
    double from = Values.nowSeconds();
    Values usedBefore = ContainerUsage.now(target);
    Waiting.pause(options.before());
    double to = Values.nowSeconds();
    Values reads = ContainerUsage.now(target).since(usedBefore);
    Values pulled = mode.pulls() ? pull(lab, nodes) : HintRun.NOTHING_PULLED;
    double movedAt = moveReads(traffic);
    lab.say("all reads go to node %d", TARGET);
    Waiting.pause(options.after());
    HintRun.Series series =
        new HintRun.Series(
            from,
            to,
            movedAt,
            reads,
            TrafficSecond.LINES.all(traffic),
            CacheProbe.LINES.all(serving),
            CacheProbe.LINES.all(receiver));
    CaptureCost capture =
        mode.needsAgent() && command.overheadPairs > 0
            ? captureCost(lab, nodes, traffic, receiver)
            : CaptureCost.UNKNOWN;
    traffic.stop();
    return new HintRun(mode, repeat, warmUp, capture, pulled, series, HintAnalysis.of(series));
  }

  private HintRun.WarmUp warmCaches(Container traffic, Container serving) {
    double start = Values.nowSeconds();
    boolean steady =
        Waiting.upTo(
            command.warmUp,
            CHECK_PERIOD,
            () ->
                SteadyCaches.reached(
                    TrafficSecond.LINES.all(traffic).stream()
                        .filter(second -> second.second() >= start)
                        .toList(),
                    CacheProbe.LINES.all(serving)));
    return new HintRun.WarmUp(Values.nowSeconds() - start, steady);
  }

  /**
   * Measured on the failover target after all else, under the same traffic. It has CPUs of its own
   * then, if there are enough, and the others apply no hints: their work would slow it down, which
   * nodes on machines of their own would not.
   */
  private CaptureCost captureCost(
      Lab lab, CassandraStack nodes, Container traffic, Container serving) {
    for (int node = 1; node <= options.members(); node++) {
      if (node != TARGET) {
        Waiting.untilEnded("replays rest", START, nodes.probe(node, "rest-replays"));
      }
    }
    setApart(lab, nodes);
    Duration phase = command.overheadPhase;
    Duration all = phase.multipliedBy(2L * command.overheadPairs + 1);
    lab.say(
        "switching capture of reads there on and off, %d s each, for %d s",
        phase.toSeconds(), all.toSeconds());
    Container switching =
        nodes.probe(
            TARGET,
            "switch-capture",
            "--pairs=" + command.overheadPairs,
            "--phase=" + phase.toSeconds() + "s",
            "--interval-millis=" + SHORT_INTERVAL_MILLIS);
    Waiting.untilEnded("capturing was switched", START.plus(all), switching);
    CaptureCost cost =
        CaptureCost.of(
            HintsProbe.CAPTURE.all(switching),
            TrafficSecond.LINES.all(traffic),
            CacheProbe.LINES.all(serving));
    lab.say(
        "capturing costs it %.1f %% of its throughput, and %.1f %% more CPU time",
        cost.throughput().median(), cost.cpu().median());
    return cost;
  }

  private void setApart(Lab lab, CassandraStack nodes) {
    int own = (int) Math.ceil(options.sizes().cpus());
    if (own >= Lab.cpus()) {
      lab.say("it shares its CPUs with the others: this machine has no more");
      return;
    }
    String measured = CassandraStack.service(TARGET);
    try {
      for (Container container : nodes.stack().containers()) {
        boolean target = container.service().equals(measured);
        container.pinToCpus(target ? 0 : own, target ? own - 1 : Lab.cpus() - 1);
      }
    } catch (ContainerException e) {
      // For example where this machine's CPUs have other numbers; there is more noise then.
      lab.say("it shares its CPUs with the others: %s", e.getMessage());
    }
  }

  private static Values pull(Lab lab, CassandraStack nodes) {
    Container pull = nodes.probe(TARGET, "pull-hot-set");
    Waiting.untilEnded("the hot set is pulled", PULL, pull);
    Values pulled =
        HintsProbe.PULLED
            .newest(pull)
            .orElseThrow(() -> new ContainerException(pull + " printed nothing about the hot set"));
    lab.say(
        "node %d has pulled %d keys in %.1f s",
        TARGET, (long) pulled.get("received"), pulled.get("seconds"));
    return pulled;
  }

  private static double moveReads(Container traffic) {
    traffic.exec("touch", MOVE_FILE);
    Waiting.until(
        "the reads have moved", MOVE, traffic, () -> ReadMove.LINES.newest(traffic).isPresent());
    return ReadMove.LINES.newest(traffic).orElseThrow().atSeconds();
  }
}
