package io.amoeba.experiments.priority;

import com.sun.management.OperatingSystemMXBean;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.loops.ClosedLoop;
import io.amoeba.experiments.loops.OpenLoop;
import io.amoeba.experiments.loops.RequestLoop;
import io.amoeba.experiments.usage.MachineUsage;
import io.amoeba.experiments.usage.MachineWatch;
import io.amoeba.linearroad.cli.LinearRoadCommand;
import io.amoeba.linearroad.servers.FleetOptions;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.management.JMException;
import org.HdrHistogram.Histogram;

/**
 * Modes alternate on warm nodes: each round measures every mode once under each load, so that all
 * of them see the same nodes and the same neighbours on the machine. Confined to one thread.
 */
record PriorityExperiment(PriorityOptions options) implements Experiment {
  private static final Duration START = Duration.ofSeconds(40);

  /** Asking costs the node a little. */
  private static final Duration GATE_PERIOD = Duration.ofSeconds(2);

  /** Rarely: it takes time of the clients. */
  private static final Duration MACHINE_PERIOD = Duration.ofSeconds(10);

  @Override
  public String expected() {
    return "%d modes, %d loads, %d rounds: %d phases, about %d minutes"
        .formatted(
            options.modes().size(),
            options.loads().size(),
            options.rounds(),
            options.phases(),
            minutes(
                START
                    .multipliedBy(options.nodes())
                    .plus(options.warmUp())
                    .plus(options.lasting(options.phases()))));
  }

  private static long minutes(Duration time) {
    return (time.toSeconds() + 59) / 60;
  }

  @Override
  public Outputs outputs() {
    return options.outputs();
  }

  @Override
  public ExperimentReport measure(Consumer<String> progress)
      throws IOException, InterruptedException {
    LinearRoadCommand.keepLogsOffTheTerminal();
    CpuSplit cpus = CpuSplit.of(options.nodes(), options.nodeCpus());
    progress.accept("Starting %s; %s".formatted(options.nodesText(), cpus));
    try (MeasuredCluster nodes =
            MeasuredCluster.start(options, cpus, FleetOptions.TEMPORARY_FOLDER);
        CpuSplit.Moved clients = cpus.moveClients();
        MachineWatch machine = MachineWatch.start(Optional.empty(), MACHINE_PERIOD)) {
      LoadClient.fill(nodes.addresses());
      if (options.hasSlowDisks()) {
        nodes.slowDisks(options.diskLatency());
      }
      try (LoadClient high = client(nodes);
          LoadClient low = client(nodes)) {
        return new Run(nodes, high, low, machine, cpus, progress).all();
      }
    } catch (JMException e) {
      throw new IOException("The node's agent does not answer: " + e, e);
    }
  }

  private LoadClient client(MeasuredCluster nodes) {
    return LoadClient.open(nodes.addresses(), options.readShare(), options.hasSlowDisks());
  }

  /** On a running node. */
  private final class Run {
    private final MeasuredCluster nodes;
    private final LoadClient highClient;
    private final LoadClient lowClient;
    private final MachineWatch machine;
    private final CpuSplit cpus;
    private final Consumer<String> progress;
    private final List<PriorityPhase> phases = new ArrayList<>();
    private final double startSeconds = Values.nowSeconds();

    Run(
        MeasuredCluster nodes,
        LoadClient highClient,
        LoadClient lowClient,
        MachineWatch machine,
        CpuSplit cpus,
        Consumer<String> progress) {
      this.nodes = nodes;
      this.highClient = highClient;
      this.lowClient = lowClient;
      this.machine = machine;
      this.cpus = cpus;
      this.progress = progress;
    }

    PriorityReport all() throws IOException, InterruptedException, JMException {
      warmUp();
      for (int round = 1; round <= options.rounds(); round++) {
        for (HighLoad load : options.loads()) {
          for (PriorityMode mode : ModeResult.modesOfRound(round, options.modes())) {
            PriorityPhase phase = measure(round, load, mode, options.settling(), options.phase());
            phases.add(phase);
            tell(phase);
          }
        }
        if (round < options.rounds()) {
          options.outputs().write(report());
        }
      }
      return report();
    }

    /** Every mode has code of its own to compile. */
    private void warmUp() throws IOException, InterruptedException, JMException {
      if (options.warmUp().isZero()) {
        return;
      }
      progress.accept("Warm-up, %d s".formatted(options.warmUp().toSeconds()));
      Duration each = options.warmUp().dividedBy(options.modes().size());
      for (PriorityMode mode : options.modes()) {
        measure(0, options.loads().get(0), mode, Duration.ZERO, each);
      }
    }

    private void tell(PriorityPhase phase) {
      progress.accept(
          String.format(
              Locale.ROOT,
              "[%d/%d] round %d, %s, %s: high p50 %,.0f p99 %,.0f p99.9 %,.0f us, low %,.0f/s; %d min left",
              phases.size(),
              options.phases(),
              phase.round(),
              phase.load(),
              phase.mode(),
              phase.high().get("p50Micros"),
              phase.high().get("p99Micros"),
              phase.high().get("p999Micros"),
              phase.low().get("perSecond"),
              minutes(options.lasting(options.phases() - phases.size()))));
    }

    private PriorityReport report() throws IOException, JMException {
      return new PriorityReport(
          options,
          cpus,
          nodes.niceThreads(),
          MachineUsage.load(machine.samples(), startSeconds, Values.nowSeconds())
              .get("busyFraction"),
          PriorityPhase.results(phases));
    }

    private PriorityPhase measure(
        int round, HighLoad load, PriorityMode mode, Duration settling, Duration during)
        throws IOException, InterruptedException, JMException {
      nodes.apply(mode);
      AnswerLog high = new AnswerLog();
      AnswerLog low = new AnswerLog();
      Values node;
      Values client;
      Map<String, Object> settings;
      try (RequestLoop lowLoop = startLow(mode, low);
          RequestLoop highLoop = start(load, mode, high)) {
        Waiting.pause(settling);
        settings = nodes.settings();
        Values clientBefore = clientCounters();
        Values nodeBefore = nodes.counters();
        high.open(System.nanoTime());
        low.open(System.nanoTime());
        Values gate = watchGate(mode, during);
        high.close(System.nanoTime());
        low.close(System.nanoTime());
        node = used(nodes.counters().since(nodeBefore), gate, during);
        client = used(clientCounters().since(clientBefore), Values.NONE, during);
      }
      Stream.of(high, low)
          .map(AnswerLog::error)
          .filter(Objects::nonNull)
          .forEach(error -> progress.accept("  A request failed: " + error));
      Histogram all = high.micros();
      all.add(low.micros());
      return new PriorityPhase(
          round,
          load,
          mode,
          high.figures(),
          low.figures(),
          AnswerLog.latencies(all, during.toNanos()),
          node,
          client,
          settings);
    }

    private RequestLoop startLow(PriorityMode mode, AnswerLog log) {
      if (!mode.withLow()) {
        return () -> {};
      }
      Requests requests = lowClient.requests(mode.named(PriorityMode.LOW_LOAD));
      return new ClosedLoop(options.low(), start -> requests.send(start, log));
    }

    private RequestLoop start(HighLoad load, PriorityMode mode, AnswerLog log) {
      Requests requests = highClient.requests(mode.named(PriorityMode.HIGH_LOAD));
      return load.isOpen()
          ? new OpenLoop(load.perSecond(), start -> requests.send(start, log)).start()
          : new ClosedLoop(load.inFlight(), start -> requests.send(start, log));
    }

    /** The time of a phase passes; the node is only asked where it may hold requests. */
    private Values watchGate(PriorityMode mode, Duration during) throws IOException, JMException {
      long end = System.nanoTime() + during.toNanos();
      List<Values> gates = new ArrayList<>();
      for (long left = during.toNanos(); left > 0; left = end - System.nanoTime()) {
        Waiting.pause(Duration.ofNanos(Math.min(left, GATE_PERIOD.toNanos())));
        if (mode.marking().hasHigh()) {
          gates.add(nodes.gate());
        }
      }
      return MeasuredNode.meanGate(gates);
    }

    private static Values used(Values counted, Values more, Duration during) {
      Map<String, Double> all = new LinkedHashMap<>(counted.all());
      all.put("cpus", counted.get("cpuMillis") / during.toMillis());
      all.putAll(more.all());
      return new Values(all);
    }

    /** Of this process. */
    private static Values clientCounters() {
      OperatingSystemMXBean system =
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      long collected =
          ManagementFactory.getGarbageCollectorMXBeans().stream()
              .mapToLong(collector -> collector.getCollectionTime())
              .sum();
      return new Values(
          Map.of("cpuMillis", system.getProcessCpuTime() / 1e6, "gcMillis", (double) collected));
    }
  }
}
