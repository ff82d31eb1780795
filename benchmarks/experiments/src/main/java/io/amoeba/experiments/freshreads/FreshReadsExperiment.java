package io.amoeba.experiments.freshreads;

import com.sun.management.OperatingSystemMXBean;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.Waiting;
import io.amoeba.linearroad.cli.LinearRoadCommand;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import io.lettuce.core.cluster.RedisClusterClient;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Modes alternate on the same warm servers: each round measures every mode once, so that all of
 * them see the same servers and the same neighbours on the machine. Confined to one thread.
 */
record FreshReadsExperiment(FreshReadsOptions options) implements Experiment {
  private static final Duration START = Duration.ofSeconds(20);
  private static final double NANOS_PER_SECOND = 1e9;

  @Override
  public String expected() {
    return "%d modes, %d scenarios, %d rounds: about %d minutes"
        .formatted(
            options.modes().size(),
            options.scenarios().size(),
            options.rounds(),
            (options.traffic().plus(START).toSeconds() + 59) / 60);
  }

  @Override
  public Outputs outputs() {
    return options.outputs();
  }

  @Override
  public ExperimentReport measure(Consumer<String> progress) {
    LinearRoadCommand.keepLogsOffTheTerminal();
    progress.accept("Starting a primary and two replicas");
    try (ReplicatedServers servers = start();
        RedisClusterClient client = servers.newClient();
        Nodes nodes = Nodes.connect(client)) {
      Records records = new Records(options.fields());
      records.fill(nodes.primary().sync(), nodes.replicas().size());
      servers.limit();
      try (StampWriter writer = new StampWriter(nodes.cluster().async()).start()) {
        return new Run(servers, client, nodes, records, writer, progress).all();
      }
    }
  }

  private ReplicatedServers start() {
    return options.inContainers()
        ? ContainerServers.start(options.cpus(), options.hasFaults())
        : ProcessServers.start(options.hasFaults());
  }

  /** On running servers. */
  private final class Run {
    private final ReplicatedServers servers;
    private final RedisClusterClient client;
    private final Nodes nodes;
    private final Records records;
    private final StampWriter writer;
    private final Consumer<String> progress;
    private final List<StepPhase> phases = new ArrayList<>();
    private int runs;

    Run(
        ReplicatedServers servers,
        RedisClusterClient client,
        Nodes nodes,
        Records records,
        StampWriter writer,
        Consumer<String> progress) {
      this.servers = servers;
      this.client = client;
      this.nodes = nodes;
      this.records = records;
      this.writer = writer;
      this.progress = progress;
    }

    FreshReadsReport all() {
      for (Scenario scenario : options.scenarios()) {
        if (!phases.isEmpty()) {
          options.outputs().write(report());
        }
        // Paths are opened on whole servers: the library and the paper's pings want answers.
        Map<ReadMode, ReadPath> paths = new LinkedHashMap<>();
        try {
          if (!scenario.changes()) {
            options.modes().forEach(mode -> paths.put(mode, open(mode)));
          }
          servers.disturb(scenario.fault());
          warmUp(scenario, paths);
          for (int round = 1; round <= options.rounds(); round++) {
            for (ReadMode mode : ModeResult.modesOfRound(round, options.modes())) {
              measure(scenario, round, mode, paths);
            }
          }
        } finally {
          paths.values().forEach(ReadPath::close);
          if (scenario.fault() != Scenario.Fault.NONE) {
            servers.restore();
          }
        }
      }
      return report();
    }

    private FreshReadsReport report() {
      return new FreshReadsReport(options, servers.description(), StepPhase.results(phases));
    }

    private ReadPath open(ReadMode mode) {
      return mode.open(nodes, client, options.bound());
    }

    /** Compiles the code, and lets the paper's controller find its share. */
    private void warmUp(Scenario scenario, Map<ReadMode, ReadPath> paths) {
      for (Map.Entry<ReadMode, ReadPath> each : paths.entrySet()) {
        Duration time = options.warmUp(each.getKey());
        progress.accept(
            "%s, %s: warm-up, %d s".formatted(scenario.label(0), each.getKey(), time.toSeconds()));
        each.getValue().resume();
        try (Traffic traffic = traffic(scenario, each.getValue())) {
          traffic.become(scenario.loads().get(0), new ReadLog(Duration.ZERO));
          Waiting.pause(time);
        } finally {
          each.getValue().pause();
        }
      }
    }

    private Traffic traffic(Scenario scenario, ReadPath path) {
      Requests requests = new Requests(path, nodes.cluster().async(), records);
      return scenario.isColocated()
          ? new ClientThreads(requests)
          : new Clients(requests, options.think());
    }

    /** A changing load starts as the paper's does: with a new controller. */
    private void measure(
        Scenario scenario, int round, ReadMode mode, Map<ReadMode, ReadPath> paths) {
      ReadPath opened = paths.get(mode);
      ReadPath path = opened == null ? open(mode) : opened;
      path.resume();
      try (Traffic traffic = traffic(scenario, path);
          StampReaders stamps =
              new StampReaders(path, writer.acknowledgements(), options.bound()).start()) {
        for (int step = 0; step < scenario.loads().size(); step++) {
          StepPhase phase = measure(scenario, round, mode, step, traffic, stamps);
          phases.add(phase);
          tell(phase);
        }
      } finally {
        path.pause();
        if (opened == null) {
          path.close();
        }
      }
      runs++;
    }

    private StepPhase measure(
        Scenario scenario,
        int round,
        ReadMode mode,
        int step,
        Traffic traffic,
        StampReaders stamps) {
      Load load = scenario.loads().get(step);
      Duration time = scenario.changes() ? options.step() : options.phase();
      ReadLog log = new ReadLog(time);
      if (!scenario.changes()) {
        traffic.become(load, log);
        Waiting.pause(options.settling());
      }
      Values before = used();
      stamps.begin();
      long start = System.nanoTime();
      log.open(start);
      if (scenario.changes()) {
        traffic.become(load, log);
      }
      Waiting.pause(time);
      long end = System.nanoTime();
      log.close(end);
      Values used = used().since(before);
      Windows windows = log.windows();
      Map<String, Double> figures = new LinkedHashMap<>(log.figures());
      figures.putAll(stamps.figures());
      used.all()
          .forEach((name, cpu) -> figures.put(name, cpu / ((end - start) / NANOS_PER_SECOND)));
      figures.put("steadySeconds", windows.secondsToSteady());
      Throwable error = log.error();
      if (error != null) {
        progress.accept("  A request failed: " + error);
      }
      return new StepPhase(round, scenario, step, mode, new Values(figures), windows.seconds());
    }

    /** CPU time of the servers and of this process. */
    private Values used() {
      Map<String, Double> all = new LinkedHashMap<>(nodes.cpuSeconds().all());
      all.put(
          "clientCpus",
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
              / NANOS_PER_SECOND);
      return new Values(all);
    }

    private void tell(StepPhase phase) {
      progress.accept(
          String.format(
              Locale.ROOT,
              "[%d/%d] %s, round %d, %s: %,.0f reads/s, p80 %,.1f ms, %.1f %% at replicas",
              runs + 1,
              options.runs(),
              phase.label(),
              phase.round(),
              phase.mode(),
              phase.get("readsPerSecond"),
              phase.get("p80Micros") / 1_000,
              phase.get("replicaShare") * 100));
    }
  }
}
