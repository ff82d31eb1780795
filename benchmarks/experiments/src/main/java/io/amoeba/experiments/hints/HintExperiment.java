package io.amoeba.experiments.hints;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.cassandra.CassandraExperiment;
import io.amoeba.experiments.cassandra.CassandraSettings;
import io.amoeba.experiments.cassandra.CassandraStack;
import io.amoeba.experiments.load.ReadMove;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.load.TrafficShape;
import io.amoeba.experiments.probe.CacheSample;
import io.amoeba.experiments.probe.CaptureSwitch;
import io.amoeba.experiments.probe.PulledHotSet;
import io.amoeba.experiments.usage.ContainerUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Reads move from one Cassandra node to another, again and again, each time with cold caches.
 * Confined to one thread.
 */
public final class HintExperiment extends CassandraExperiment<HintMode, HintRun> {
  /** As long as a start took with the default rows on two processors. */
  private static final Duration STARTING = Duration.ofMinutes(3);

  private static final Duration PULL = Duration.ofMinutes(5);
  private static final Duration MOVE = Duration.ofMinutes(1);
  private static final Duration TRAFFIC = Duration.ofHours(3);
  private static final Duration LOOK = Duration.ofSeconds(5);

  /** Whose code is to be compiled is asked for few rows, which leaves its caches cold. */
  private static final int FEW_ROWS = 1_000;

  private static final String MOVE_FILE = "/tmp/move";
  private static final double MILLIS_PER_SECOND = 1_000;

  private final HintOptions options;

  /** Prepares it. */
  public HintExperiment(HintOptions options) {
    super(options.modes(), options.nodes());
    this.options = options;
  }

  @Override
  protected List<Duration> parts() {
    HintOptions.CaptureTurns capture = options.capture();
    return List.of(
        STARTING,
        options.codeWarmUp(),
        options.warmUp(),
        capture.phase().multipliedBy(2L * capture.pairs()));
  }

  @Override
  protected CassandraSettings settings(HintMode mode, List<HintRun> before) {
    return HintNodes.settings(mode, options);
  }

  @Override
  protected List<String> creation() {
    return List.of("--alone");
  }

  @Override
  protected HintReport report(List<HintRun> runs) {
    return new HintReport(options, runs);
  }

  @Override
  protected HintRun measure(
      Lab lab, CassandraStack nodes, HintMode mode, int repeat, List<HintRun> before) {
    warmCode(lab, nodes);
    nodes.limitCpus(options.nodes().sizes().cpus());
    HintRun run = move(lab, nodes, mode, repeat);
    HintFigures figures = run.figures();
    lab.say(
        String.format(
            Locale.ROOT,
            "%.0f operations/s before, x%.2f in the first 10 s after; miss rate %.1f %% and %.1f %%",
            figures.opsBefore(),
            figures.opsAfterFirst10s() / figures.opsBefore(),
            figures.missBefore() * 100,
            figures.missAfterFirst10s() * 100));
    return run;
  }

  private void warmCode(Lab lab, CassandraStack nodes) {
    lab.say("letting every node's compilers do their work");
    List<String> few = asked(options.nodes().traffic().ofRows(FEW_ROWS), options.codeWarmUp());
    List<Container> all =
        IntStream.rangeClosed(1, HintNodes.NODES)
            .mapToObj(node -> nodes.traffic(node, few))
            .toList();
    all.forEach(
        traffic ->
            Waiting.untilEnded("all code is warm", START.plus(options.codeWarmUp()), traffic));
    nodes.evictRows();
  }

  private static List<String> asked(TrafficShape traffic, Duration duration, String... more) {
    List<String> words = new ArrayList<>(traffic.words());
    words.addAll(List.of("--alone", "--duration=" + duration.toSeconds() + "s"));
    words.addAll(List.of(more));
    return words;
  }

  private HintRun move(Lab lab, CassandraStack nodes, HintMode mode, int repeat) {
    Container serving = nodes.probe(HintNodes.SERVING, "caches");
    Container receiver = nodes.probe(HintNodes.TAKING_OVER, "caches");
    Container traffic =
        startTraffic(
            nodes,
            HintNodes.SERVING,
            asked(
                options.nodes().traffic(),
                TRAFFIC,
                "--move-to=" + CassandraStack.service(HintNodes.TAKING_OVER),
                "--move-file=" + MOVE_FILE));
    lab.say("all reads go to node %d".formatted(HintNodes.SERVING));
    HintRun.WarmUp warmUp = warmCaches(traffic, serving);
    lab.say(
        "its caches are %s after %.0f s"
            .formatted(warmUp.steady() ? "warm" : "not steady yet", warmUp.seconds()));
    Container takingOver = nodes.node(HintNodes.TAKING_OVER);
    double from = now();
    ContainerUsage.DiskReads readsBefore = ContainerUsage.of(takingOver).reads();
    Waiting.pause(options.nodes().before());
    double to = now();
    ContainerUsage.DiskReads reads = ContainerUsage.of(takingOver).reads().since(readsBefore);
    PulledHotSet pulled = mode.pulls() ? pull(lab, nodes) : PulledHotSet.NONE;
    double movedAt = moveReads(traffic);
    lab.say("all reads go to node %d".formatted(HintNodes.TAKING_OVER));
    Waiting.pause(options.nodes().after());
    HintSeries series =
        new HintSeries(
            from,
            to,
            movedAt,
            reads,
            TrafficSecond.LINES.all(traffic),
            CacheSample.LINES.all(serving),
            CacheSample.LINES.all(receiver));
    CaptureCost capture =
        mode.needsAgent() && options.capture().pairs() > 0
            ? captureCost(lab, nodes, traffic, receiver)
            : CaptureCost.UNKNOWN;
    traffic.stop();
    return new HintRun(mode, repeat, warmUp, capture, pulled, series, HintAnalysis.of(series));
  }

  private HintRun.WarmUp warmCaches(Container traffic, Container serving) {
    double began = now();
    boolean steady =
        Waiting.upTo(
            options.warmUp(),
            LOOK,
            () ->
                SteadyCaches.reached(
                    TrafficSecond.LINES.all(traffic).stream()
                        .filter(second -> second.second() >= began)
                        .toList(),
                    CacheSample.LINES.all(serving)));
    return new HintRun.WarmUp(now() - began, steady);
  }

  /**
   * On the node that has taken over, when all has been seen, while its traffic goes on. It has
   * processors of its own then, if there are enough, and the others apply no hints: what they do
   * would make its work take longer, as that of nodes on machines of their own does not.
   */
  private CaptureCost captureCost(
      Lab lab, CassandraStack nodes, Container traffic, Container serving) {
    for (int node = 1; node <= HintNodes.NODES; node++) {
      if (node != HintNodes.TAKING_OVER) {
        Waiting.untilEnded("replays rest", START, nodes.probe(node, "rest-replays"));
      }
    }
    setApart(lab, nodes);
    HintOptions.CaptureTurns turns = options.capture();
    Duration lasts = turns.phase().multipliedBy(2L * turns.pairs() + 1);
    lab.say(
        "capturing reads there in turn and not, %d s each, for %d s"
            .formatted(turns.phase().toSeconds(), lasts.toSeconds()));
    Container switching =
        nodes.probe(
            HintNodes.TAKING_OVER,
            "switch-capture",
            "--pairs=" + turns.pairs(),
            "--phase=" + turns.phase().toSeconds() + "s",
            "--interval-millis=" + HintNodes.SHORT_INTERVAL_MILLIS);
    Waiting.untilEnded("capturing was switched", START.plus(lasts), switching);
    CaptureCost cost =
        CaptureCost.of(
            CaptureSwitch.LINES.all(switching),
            TrafficSecond.LINES.all(traffic),
            CacheSample.LINES.all(serving));
    lab.say(
        String.format(
            Locale.ROOT,
            "capturing costs it %.1f %% of its throughput, and %.1f %% more CPU time",
            cost.throughput().median(),
            cost.cpu().median()));
    return cost;
  }

  private void setApart(Lab lab, CassandraStack nodes) {
    int own = (int) Math.ceil(options.nodes().sizes().cpus());
    if (own >= Lab.processors()) {
      lab.say("it shares its CPUs with the others: this machine has no more");
      return;
    }
    String measured = CassandraStack.service(HintNodes.TAKING_OVER);
    try {
      for (Container container : nodes.stack().containers()) {
        if (container.service().equals(measured)) {
          container.pinToCpus(0, own - 1);
        } else {
          container.pinToCpus(own, Lab.processors() - 1);
        }
      }
    } catch (ContainerException e) {
      // For example where this machine's processors have other numbers; there is more noise then.
      lab.say("it shares its CPUs with the others: " + e.getMessage());
    }
  }

  private static PulledHotSet pull(Lab lab, CassandraStack nodes) {
    Container pull = nodes.probe(HintNodes.TAKING_OVER, "pull-hot-set");
    Waiting.untilEnded("the hot set is pulled", PULL, pull);
    PulledHotSet pulled =
        PulledHotSet.LINES
            .newest(pull)
            .orElseThrow(() -> new ContainerException(pull + " said nothing about the hot set"));
    lab.say(
        "node %d has pulled %d keys in %.1f s"
            .formatted(HintNodes.TAKING_OVER, pulled.received(), pulled.seconds()));
    return pulled;
  }

  private static double moveReads(Container traffic) {
    traffic.exec("touch", MOVE_FILE);
    Waiting.until(
        "the reads have moved",
        MOVE,
        traffic,
        () -> ReadMove.Done.LINES.newest(traffic).isPresent());
    return ReadMove.Done.LINES.newest(traffic).orElseThrow().atSeconds();
  }

  private static double now() {
    return Instant.now().toEpochMilli() / MILLIS_PER_SECOND;
  }
}
