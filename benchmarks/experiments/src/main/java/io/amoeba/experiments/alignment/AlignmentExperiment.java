package io.amoeba.experiments.alignment;

import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.fault.NetworkFault;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.MachineUsage;
import io.amoeba.experiments.usage.MachineWatch;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Random against aligned placement: one job on one cluster, whose maps alternate between hash
 * routing and alignment, so that both placements see the same warm servers and the same neighbours
 * on the machine. Confined to one thread.
 */
public record AlignmentExperiment(AlignmentOptions options) implements Experiment {
  private static final double MILLIS = 1e3;
  private static final Duration START = Duration.ofMinutes(6);
  private static final Duration END = Duration.ofMinutes(6);

  private static final Duration MACHINE_PERIOD = Duration.ofSeconds(1);

  /** Time for new limits to take effect before the first placement is measured. */
  private static final Duration SETTLE = Duration.ofSeconds(10);

  @Override
  public String expected() {
    Duration each = options.feed().plus(Duration.ofMinutes(1));
    return "%d sizes of the cluster, about %d minutes"
        .formatted(options.nodes().size(), each.multipliedBy(options.nodes().size()).toMinutes());
  }

  @Override
  public Outputs outputs() {
    return options.outputs();
  }

  /** Measures all sizes. One that fails costs the others nothing. */
  @Override
  public ExperimentReport measure(Consumer<String> progress) {
    Lab lab = Lab.open(options.outputs(), progress);
    List<String> failures = new ArrayList<>();
    List<SizeResult> results = new ArrayList<>();
    // The largest first: it shows the load of the machine for the others.
    for (int nodes : options.nodes().stream().sorted(Comparator.reverseOrder()).toList()) {
      try {
        results.add(
            run(
                lab,
                nodes,
                results.isEmpty()
                    ? StandIns.NONE
                    : StandIns.of(nodes, results.get(0), Lab.cpus())));
        options.outputs().write(report(results, failures));
      } catch (ContainerException e) {
        failures.add("%d nodes could not be measured: %s".formatted(nodes, e.getMessage()));
        progress.accept(failures.get(failures.size() - 1));
      }
    }
    return report(results, failures);
  }

  private AlignmentReport report(List<SizeResult> results, List<String> failures) {
    if (results.isEmpty()) {
      throw new ContainerException(String.join("\n", failures));
    }
    return new AlignmentReport(
        options,
        results.stream().sorted(Comparator.comparingInt(SizeResult::nodes)).toList(),
        failures);
  }

  private Map<String, String> settings(SlowPollingConfig coordinator) {
    Map<String, String> settings = new HashMap<>();
    if (!options.bothCompilers()) {
      settings.putAll(LinearRoadStack.QUICK_START);
    }
    // Answering is work for TaskManagers, which have a small CPU quota here.
    settings.put("METRICS_INTERVAL_MILLIS", "2000");
    settings.put("COORDINATOR_CONFIG", coordinator.file().toString());
    // Some ten thousand answers a second, for a quarter of an hour, all of which are compared at
    // the end.
    settings.put("LINEAR_ROAD_MEMORY", "6g");
    // Each check is a new process in a container; the more nodes, the more of them.
    settings.put("HEALTH_INTERVAL", "30s");
    return settings;
  }

  private SizeResult run(Lab lab, int nodes, StandIns standIns) {
    lab.progress().accept("%d nodes: starting".formatted(nodes));
    try (SlowPollingConfig coordinator = SlowPollingConfig.of(lab.images().dockerFolder())) {
      return lab.on(
          LinearRoadStack.start(
              lab.engine(), lab.images(), nodes, settings(coordinator), List.of(), lab::waiting),
          nodes + "-nodes",
          stack -> drive(lab, stack, standIns, measureNetwork(lab, stack)));
    }
  }

  /** While nothing else runs; otherwise requests would wait for CPUs. */
  private RedisPing.NetworkTimes measureNetwork(Lab lab, LinearRoadStack stack) {
    try (@Nullable NetworkFault delay = delay(lab, stack)) {
      RedisPing.NetworkTimes network =
          RedisPing.measure(stack, delay == null ? "none" : delay.means());
      lab.say(
          "one request to Redis: %.0f us on the own node, %.0f us on another (%s)",
          network.ownNodeMicros(), network.otherNodeMicros(), network.means());
      return network;
    }
  }

  private @Nullable NetworkFault delay(Lab lab, LinearRoadStack stack) {
    return options.delay().isZero()
        ? null
        : NetworkFault.delay(lab.engine(), stack.stack(), LinearRoadStack.NETWORK, options.delay());
  }

  private SizeResult drive(
      Lab lab, LinearRoadStack stack, StandIns standIns, RedisPing.NetworkTimes network) {
    try (LinearRoadDriver driver = stack.linearRoad(words(stack.nodes()))) {
      driver.awaitLine("waiting", START, line -> lab.say("%s", line));
      // Compilers and class loaders have done their work before CPUs become scarce, and
      // without delays they see as much work as there can be.
      driver.follow(options.warmUp().minus(SETTLE), line -> lab.say("%s", line));
      try (@Nullable NetworkFault delay = delay(lab, stack);
          MachineWatch machine = MachineWatch.start(Optional.empty(), MACHINE_PERIOD)) {
        limitTaskManagers(lab, stack);
        if (standIns.count() > 0) {
          standIns.start(stack);
          lab.say("%s", standIns);
        }
        List<ContainerUsage> services = ProcessKind.watch(stack.stack());
        int exitCode =
            driver.awaitEnd(
                options.feed().plus(END), line -> lab.say("%s", line), stack::requireRunning);
        if (exitCode != 0) {
          throw new ContainerException(
              "Linear Road on %d nodes failed:%n%s".formatted(stack.nodes(), driver.lastLines(30)));
        }
        JsonNode figures = driver.figures();
        return new SizeResult(
            stack.nodes(),
            standIns,
            network,
            phases(figures, machine.samples(), services),
            figures.path("validation").path("checked").asLong(),
            figures.path("validation").path("mismatches").asLong(-1));
      }
    }
  }

  private List<String> words(int nodes) {
    return List.of(
        "--traffic=specification",
        "--expressways=" + options.expressways(nodes),
        // So few drive fast, and half of the reports cross into another segment.
        "--vehicles=400",
        // As in the paper, each crossing waits for its own answer.
        "--redis-batch=1",
        // Periodic work grows with the number of nodes, and must not dominate a small CPU quota.
        "--buffer-timeout=" + (options.bothCompilers() ? "250ms" : "1s"),
        "--checkpoint-interval=" + (options.bothCompilers() ? "10s" : "30s"),
        "--no-order-probe",
        "--duration=" + options.feed().toSeconds() + "s",
        "--align-after=" + options.warmUp().toSeconds() + "s",
        "--alternate=" + options.phase().toSeconds() + "s");
  }

  private void limitTaskManagers(Lab lab, LinearRoadStack stack) {
    for (int node = 1; node <= stack.nodes(); node++) {
      stack.taskManager(node).limitCpus(options.cpusPerNode());
    }
    lab.say(
        "packets between nodes take %d us longer from now on; every TaskManager has %.2f CPUs",
        options.delay().toNanos() / 1_000, options.cpusPerNode());
  }

  private static List<SizeResult.Phase> phases(
      JsonNode figures, List<Values> machine, List<ContainerUsage> services) {
    Map<String, List<Values>> usage = new HashMap<>();
    services.forEach(service -> usage.put(service.container().service(), service.samples()));
    List<SizeResult.Phase> phases = new ArrayList<>();
    for (JsonNode phase : figures.path("phases")) {
      double from = phase.path("beginMillis").asLong() / MILLIS;
      double to = phase.path("endMillis").asLong() / MILLIS;
      Map<String, Double> numbers =
          phase.properties().stream()
              .filter(property -> property.getValue().isNumber())
              .collect(toMap(Map.Entry::getKey, number -> number.getValue().doubleValue()));
      phases.add(
          new SizeResult.Phase(
              phase.path("placement").asText().equals("aligned"),
              new Values(numbers),
              MachineUsage.load(machine, from, to),
              ProcessKind.cpus(usage, from, to)));
    }
    return phases;
  }
}
