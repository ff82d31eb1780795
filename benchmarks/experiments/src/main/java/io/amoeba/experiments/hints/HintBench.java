package io.amoeba.experiments.hints;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.cassandra.CassandraStack;
import io.amoeba.experiments.cassandra.CassandraTable;
import io.amoeba.experiments.cassandra.LineLog;
import io.amoeba.experiments.cassandra.PreparedRows;
import io.amoeba.experiments.cassandra.Waiting;
import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.DiskReads;
import io.amoeba.experiments.ycsb.ReadsMoved;
import io.amoeba.experiments.ycsb.TrafficSecond;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Moves reads again and again, modes in turn, each time on a fresh cluster with cold caches.
 * Confined to one thread.
 */
final class HintBench {
  private static final Duration START = Duration.ofMinutes(5);
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
  private final Engine engine;
  private final Images images;
  private final Consumer<String> progress;
  private final int processors;

  HintBench(
      HintOptions options,
      Engine engine,
      Images images,
      int processors,
      Consumer<String> progress) {
    this.options = options;
    this.engine = engine;
    this.images = images;
    this.processors = processors;
    this.progress = progress;
  }

  /**
   * Measures all.
   *
   * @param soFar is told after each run of all until then
   */
  List<HintRun> run(Consumer<List<HintRun>> soFar) {
    HintTraffic traffic = options.traffic();
    progress.accept("Images");
    images.build();
    progress.accept("Writing %d rows, the same for all runs".formatted(traffic.rows()));
    List<HintRun> runs = new ArrayList<>();
    try (PreparedRows rows =
        PreparedRows.write(engine, traffic.rows(), traffic.fieldLength(), SSTABLES)) {
      for (int repeat = 1; repeat <= options.repeats(); repeat++) {
        for (HintMode mode : options.modes()) {
          progress.accept(
              "%s, %d of %d: starting three nodes".formatted(mode, repeat, options.repeats()));
          runs.add(measure(mode, repeat, rows));
          soFar.accept(runs);
        }
      }
    }
    return runs;
  }

  private HintRun measure(HintMode mode, int repeat, PreparedRows rows) {
    Consumer<String> indented = line -> progress.accept("  " + line);
    try (HintStack stack =
        HintStack.start(
            engine,
            images,
            mode,
            options,
            processors,
            waiting -> indented.accept("waiting for " + waiting))) {
      try {
        indented.accept("giving %d rows to every node".formatted(options.traffic().rows()));
        CassandraTable.load(stack.nodes(), rows, List.of("--alone"));
        warmCode(stack, indented);
        stack.nodes().limitCpus(options.sizes().cpus());
        return move(stack, mode, repeat, indented);
      } finally {
        Path logs = options.outputs().logs();
        if (logs != null) {
          stack.nodes().stack().saveLogs(logs.resolve("%s-%d".formatted(mode, repeat)));
        }
      }
    }
  }

  private void warmCode(HintStack stack, Consumer<String> indented) {
    indented.accept("letting every node's compilers do their work");
    List<Container> all = new ArrayList<>();
    for (int node = 1; node <= HintStack.NODES; node++) {
      all.add(stack.nodes().traffic(node, asked(FEW_ROWS, options.codeWarmUp())));
    }
    all.forEach(
        traffic ->
            Waiting.untilEnded("all code is warm", START.plus(options.codeWarmUp()), traffic));
    stack.nodes().evictRows();
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

  private HintRun move(HintStack stack, HintMode mode, int repeat, Consumer<String> indented) {
    LineLog<CacheSample> serving = watch(stack, HintStack.SERVING);
    LineLog<CacheSample> receiver = watch(stack, HintStack.TAKING_OVER);
    List<String> words = asked(options.traffic().rows(), TRAFFIC);
    words.add("--move-to=" + CassandraStack.service(HintStack.TAKING_OVER));
    words.add("--move-file=" + MOVE_FILE);
    Container traffic = stack.nodes().traffic(HintStack.SERVING, words);
    LineLog<TrafficSecond> seconds =
        new LineLog<>(traffic, TrafficSecond.LINE, TrafficSecond.class);
    Waiting.until(
        "the traffic begins",
        START,
        traffic,
        () -> seconds.newest().filter(second -> second.operations() > 0).isPresent());
    indented.accept("all reads go to node %d".formatted(HintStack.SERVING));
    HintRun.WarmUp warmUp = warmCaches(seconds, serving);
    indented.accept(
        "its caches are %s after %.0f s"
            .formatted(warmUp.steady() ? "warm" : "not steady yet", warmUp.seconds()));
    Container takingOver = stack.nodes().node(HintStack.TAKING_OVER);
    double from = now();
    DiskReads readsBefore = ContainerUsage.of(takingOver).reads();
    Waiting.pause(options.before());
    double to = now();
    DiskReads reads = ContainerUsage.of(takingOver).reads().since(readsBefore);
    PulledHotSet pulled = mode.pulls() ? pull(stack, indented) : PulledHotSet.NONE;
    double movedAt = moveReads(traffic);
    indented.accept("all reads go to node %d".formatted(HintStack.TAKING_OVER));
    Waiting.pause(options.after());
    HintSeries series =
        new HintSeries(from, to, movedAt, reads, seconds.all(), serving.all(), receiver.all());
    CaptureCost capture =
        mode.needsAgent() && options.capture().pairs() > 0
            ? captureCost(stack, seconds, receiver, indented)
            : CaptureCost.UNKNOWN;
    traffic.stop();
    HintRun run =
        new HintRun(mode, repeat, warmUp, capture, pulled, series, HintAnalysis.of(series));
    indented.accept(shown(run.figures()));
    return run;
  }

  private static LineLog<CacheSample> watch(HintStack stack, int node) {
    return new LineLog<>(stack.watch(node), CacheSample.LINE, CacheSample.class);
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
      HintStack stack,
      LineLog<TrafficSecond> seconds,
      LineLog<CacheSample> serving,
      Consumer<String> indented) {
    for (int node = 1; node <= HintStack.NODES; node++) {
      if (node != HintStack.TAKING_OVER) {
        Waiting.untilEnded("replays rest", START, stack.steer(node, "rest-replays"));
      }
    }
    setApart(stack, indented);
    CaptureTurns turns = options.capture();
    Duration lasts = turns.phase().multipliedBy(2L * turns.pairs() + 1);
    indented.accept(
        "capturing reads there in turn and not, %d s each, for %d s"
            .formatted(turns.phase().toSeconds(), lasts.toSeconds()));
    Container switching =
        stack.steer(
            HintStack.TAKING_OVER,
            "switch-capture",
            "--pairs=" + turns.pairs(),
            "--phase=" + turns.phase().toSeconds() + "s",
            "--interval-millis=" + HintStack.SHORT_INTERVAL_MILLIS);
    Waiting.untilEnded("capturing was switched", START.plus(lasts), switching);
    CaptureCost cost =
        CaptureCost.of(
            new LineLog<>(switching, CaptureSwitch.LINE, CaptureSwitch.class).all(),
            seconds.all(),
            serving.all());
    indented.accept(
        String.format(
            Locale.ROOT,
            "capturing costs it %.1f %% of its throughput, and %.1f %% more of its processors",
            cost.throughput().median(),
            cost.cpu().median()));
    return cost;
  }

  private void setApart(HintStack stack, Consumer<String> indented) {
    int own = (int) Math.ceil(options.sizes().cpus());
    if (own >= processors) {
      indented.accept("it shares its processors with the others, since this machine has no more");
      return;
    }
    String measured = CassandraStack.service(HintStack.TAKING_OVER);
    try {
      for (Container container : stack.nodes().stack().containers()) {
        if (container.service().equals(measured)) {
          container.pinToCpus(0, own - 1);
        } else {
          container.pinToCpus(own, processors - 1);
        }
      }
    } catch (ContainerException e) {
      // For example where this machine's processors have other numbers; there is more noise then.
      indented.accept("it shares its processors with the others: " + e.getMessage());
    }
  }

  private static PulledHotSet pull(HintStack stack, Consumer<String> indented) {
    Container pull = stack.steer(HintStack.TAKING_OVER, "pull-hot-set");
    Waiting.untilEnded("the hot set is pulled", PULL, pull);
    PulledHotSet pulled =
        new LineLog<>(pull, PulledHotSet.LINE, PulledHotSet.class)
            .newest()
            .orElseThrow(() -> new ContainerException(pull + " said nothing about the hot set"));
    indented.accept(
        "node %d has pulled %d keys in %.1f s"
            .formatted(HintStack.TAKING_OVER, pulled.received(), pulled.seconds()));
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
