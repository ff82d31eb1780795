package io.amoeba.experiments.hints;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.cassandra.CassandraDriver;
import io.amoeba.experiments.cassandra.CassandraSettings;
import io.amoeba.experiments.cassandra.CassandraStack;
import io.amoeba.experiments.cassandra.LineLog;
import io.amoeba.experiments.cassandra.Waiting;
import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.DiskReads;
import io.amoeba.experiments.ycsb.ReadsMoved;
import io.amoeba.experiments.ycsb.TrafficSecond;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Moves reads again and again, modes in turn, each time on a fresh cluster with cold caches.
 * Confined to one thread.
 */
final class HintBench extends CassandraDriver<HintMode, HintRun> {
  private static final Duration PULL = Duration.ofMinutes(5);
  private static final Duration MOVE = Duration.ofMinutes(1);
  private static final Duration TRAFFIC = Duration.ofHours(3);
  private static final Duration LOOK = Duration.ofSeconds(5);

  /** Whose code is to be compiled is asked for few rows, which leaves its caches cold. */
  private static final int FEW_ROWS = 1_000;

  private static final int SSTABLES = 1;

  private static final String MOVE_FILE = "/tmp/move";
  private static final double MILLIS_PER_SECOND = 1_000;

  private final HintOptions options;
  private final int processors;

  HintBench(
      HintOptions options,
      Engine engine,
      Images images,
      int processors,
      Consumer<String> progress) {
    super(
        new Plan<>(
            options.modes(),
            options.repeats(),
            options.traffic().rows(),
            options.traffic().fieldLength(),
            SSTABLES,
            options.outputs()),
        engine,
        images,
        progress);
    this.options = options;
    this.processors = processors;
  }

  @Override
  protected CassandraSettings settings(HintMode mode, List<HintRun> before) {
    return HintNodes.settings(mode, options, processors);
  }

  @Override
  protected List<String> creation() {
    return List.of("--alone");
  }

  @Override
  protected HintRun measure(CassandraStack nodes, HintMode mode, int repeat, List<HintRun> before) {
    warmCode(nodes);
    nodes.limitCpus(options.sizes().cpus());
    return move(nodes, mode, repeat);
  }

  private static Container steer(CassandraStack nodes, int node, String... words) {
    return nodes.run("watch-" + node, Stream.concat(Stream.of("bench"), Stream.of(words)).toList());
  }

  private void warmCode(CassandraStack nodes) {
    say("letting every node's compilers do their work");
    List<Container> all = new ArrayList<>();
    for (int node = 1; node <= HintNodes.NODES; node++) {
      all.add(nodes.traffic(node, asked(FEW_ROWS, options.codeWarmUp())));
    }
    all.forEach(
        traffic ->
            Waiting.untilEnded("all code is warm", START.plus(options.codeWarmUp()), traffic));
    nodes.evictRows();
  }

  private List<String> asked(int rows, Duration duration) {
    HintTraffic traffic = options.traffic();
    List<String> words =
        new ArrayList<>(
            List.of(
                "--alone",
                "--consistency=ONE",
                "--rows=" + rows,
                "--field-length=" + traffic.fieldLength(),
                "--duration=" + duration.toSeconds() + "s",
                "--workload=" + traffic.workload(),
                "--distribution=" + traffic.distribution(),
                "--in-flight=" + traffic.inFlight()));
    if (traffic.disjoint()) {
      words.add("--disjoint");
    }
    return words;
  }

  private HintRun move(CassandraStack nodes, HintMode mode, int repeat) {
    LineLog<CacheSample> serving = watch(nodes, HintNodes.SERVING);
    LineLog<CacheSample> receiver = watch(nodes, HintNodes.TAKING_OVER);
    List<String> words = asked(options.traffic().rows(), TRAFFIC);
    words.add("--move-to=" + CassandraStack.service(HintNodes.TAKING_OVER));
    words.add("--move-file=" + MOVE_FILE);
    LineLog<TrafficSecond> seconds = startTraffic(nodes, HintNodes.SERVING, words);
    Container traffic = seconds.container();
    say("all reads go to node %d".formatted(HintNodes.SERVING));
    HintRun.WarmUp warmUp = warmCaches(seconds, serving);
    say(
        "its caches are %s after %.0f s"
            .formatted(warmUp.steady() ? "warm" : "not steady yet", warmUp.seconds()));
    Container takingOver = nodes.node(HintNodes.TAKING_OVER);
    double from = now();
    DiskReads readsBefore = ContainerUsage.of(takingOver).reads();
    Waiting.pause(options.before());
    double to = now();
    DiskReads reads = ContainerUsage.of(takingOver).reads().since(readsBefore);
    PulledHotSet pulled = mode.pulls() ? pull(nodes) : PulledHotSet.NONE;
    double movedAt = moveReads(traffic);
    say("all reads go to node %d".formatted(HintNodes.TAKING_OVER));
    Waiting.pause(options.after());
    HintSeries series =
        new HintSeries(from, to, movedAt, reads, seconds.all(), serving.all(), receiver.all());
    CaptureCost capture =
        mode.needsAgent() && options.capture().pairs() > 0
            ? captureCost(nodes, seconds, receiver)
            : CaptureCost.UNKNOWN;
    traffic.stop();
    HintRun run =
        new HintRun(mode, repeat, warmUp, capture, pulled, series, HintAnalysis.of(series));
    say(shown(run.figures()));
    return run;
  }

  private static LineLog<CacheSample> watch(CassandraStack nodes, int node) {
    return new LineLog<>(
        nodes.run("watch-" + node, List.of()), CacheSample.LINE, CacheSample.class);
  }

  private HintRun.WarmUp warmCaches(LineLog<TrafficSecond> seconds, LineLog<CacheSample> serving) {
    double began = now();
    boolean steady =
        Waiting.upTo(
            options.warmUp(),
            LOOK,
            () ->
                SteadyCaches.reached(
                    seconds.all().stream().filter(second -> second.second() >= began).toList(),
                    serving.all()));
    return new HintRun.WarmUp(now() - began, steady);
  }

  /**
   * On the node that has taken over, when all has been seen, while its traffic goes on. It has
   * processors of its own then, if there are enough, and the others apply no hints: what they do
   * would make its work take longer, as that of nodes on machines of their own does not.
   */
  private CaptureCost captureCost(
      CassandraStack nodes, LineLog<TrafficSecond> seconds, LineLog<CacheSample> serving) {
    for (int node = 1; node <= HintNodes.NODES; node++) {
      if (node != HintNodes.TAKING_OVER) {
        Waiting.untilEnded("replays rest", START, steer(nodes, node, "rest-replays"));
      }
    }
    setApart(nodes);
    CaptureTurns turns = options.capture();
    Duration lasts = turns.phase().multipliedBy(2L * turns.pairs() + 1);
    say(
        "capturing reads there in turn and not, %d s each, for %d s"
            .formatted(turns.phase().toSeconds(), lasts.toSeconds()));
    Container switching =
        steer(
            nodes,
            HintNodes.TAKING_OVER,
            "switch-capture",
            "--pairs=" + turns.pairs(),
            "--phase=" + turns.phase().toSeconds() + "s",
            "--interval-millis=" + HintNodes.SHORT_INTERVAL_MILLIS);
    Waiting.untilEnded("capturing was switched", START.plus(lasts), switching);
    CaptureCost cost =
        CaptureCost.of(
            new LineLog<>(switching, CaptureSwitch.LINE, CaptureSwitch.class).all(),
            seconds.all(),
            serving.all());
    say(
        String.format(
            Locale.ROOT,
            "capturing costs it %.1f %% of its throughput, and %.1f %% more of its processors",
            cost.throughput().median(),
            cost.cpu().median()));
    return cost;
  }

  private void setApart(CassandraStack nodes) {
    int own = (int) Math.ceil(options.sizes().cpus());
    if (own >= processors) {
      say("it shares its processors with the others, since this machine has no more");
      return;
    }
    String measured = CassandraStack.service(HintNodes.TAKING_OVER);
    try {
      for (Container container : nodes.stack().containers()) {
        if (container.service().equals(measured)) {
          container.pinToCpus(0, own - 1);
        } else {
          container.pinToCpus(own, processors - 1);
        }
      }
    } catch (ContainerException e) {
      // For example where this machine's processors have other numbers; there is more noise then.
      say("it shares its processors with the others: " + e.getMessage());
    }
  }

  private PulledHotSet pull(CassandraStack nodes) {
    Container pull = steer(nodes, HintNodes.TAKING_OVER, "pull-hot-set");
    Waiting.untilEnded("the hot set is pulled", PULL, pull);
    PulledHotSet pulled =
        new LineLog<>(pull, PulledHotSet.LINE, PulledHotSet.class)
            .newest()
            .orElseThrow(() -> new ContainerException(pull + " said nothing about the hot set"));
    say(
        "node %d has pulled %d keys in %.1f s"
            .formatted(HintNodes.TAKING_OVER, pulled.received(), pulled.seconds()));
    return pulled;
  }

  private static double moveReads(Container traffic) {
    LineLog<ReadsMoved> moved = new LineLog<>(traffic, ReadsMoved.LINE, ReadsMoved.class);
    traffic.exec("touch", MOVE_FILE);
    Waiting.until("the reads have moved", MOVE, traffic, () -> moved.newest().isPresent());
    return moved.newest().orElseThrow().atSeconds();
  }

  private static double now() {
    return Instant.now().toEpochMilli() / MILLIS_PER_SECOND;
  }

  private static String shown(HintFigures figures) {
    return String.format(
        Locale.ROOT,
        "%.0f operations/s before, x%.2f in the first 10 s after; miss rate %.1f %% and %.1f %%",
        figures.opsBefore(),
        figures.opsAfterFirst10s() / figures.opsBefore(),
        figures.missBefore() * 100,
        figures.missAfterFirst10s() * 100);
  }
}
