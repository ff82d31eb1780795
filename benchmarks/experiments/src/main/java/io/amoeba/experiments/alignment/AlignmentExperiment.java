package io.amoeba.experiments.alignment;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.fault.NetworkFault;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.usage.MachineLoad;
import io.amoeba.experiments.usage.MachineUsage;
import io.amoeba.experiments.usage.MachineWatch;
import io.amoeba.experiments.usage.UsageLog;
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

  /** Between two looks at this machine. */
  private static final Duration MACHINE_PERIOD = Duration.ofSeconds(1);

  /** Time for the new limits to show before the first placement is measured. */
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
    return lab.<Integer, SizeResult>measure(
        // From the largest on: it shows how busy the machine is to be with the others.
        options.nodes().stream().sorted(Comparator.reverseOrder()).toList(),
        (nodes, before) ->
            run(
                lab,
                nodes,
                before.isEmpty()
                    ? StandIns.NONE
                    : StandIns.of(nodes, before.get(0), Lab.processors())),
        (nodes, failure) -> {
          failures.add("%d nodes could not be measured: %s".formatted(nodes, failure.getMessage()));
          lab.title(failures.get(failures.size() - 1));
        },
        results -> report(results, failures));
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
    if (!AlignmentOptions.takesBothCompilers(options.cpusPerNode())) {
      settings.putAll(LinearRoadStack.QUICK_START);
    }
    // To answer is work for TaskManagers, which have little of a processor here.
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
    lab.title("%d nodes: starting".formatted(nodes));
    try (SlowPollingConfig coordinator = SlowPollingConfig.of(lab.images().dockerFolder())) {
      return lab.on(
          LinearRoadStack.start(
              lab.engine(), lab.images(), nodes, settings(coordinator), List.of(), lab::waiting),
          nodes + "-nodes",
          stack -> drive(lab, stack, standIns, measureNetwork(lab, stack)));
    }
  }

  /** While nothing else runs, or else requests would wait for processors. */
  private RedisPing.NetworkTimes measureNetwork(Lab lab, LinearRoadStack stack) {
    try (@Nullable NetworkFault delay = delay(lab, stack)) {
      RedisPing.NetworkTimes network =
          RedisPing.measure(stack, delay == null ? "none" : delay.means());
      lab.say(
          "one request to Redis: %.0f us on the own node, %.0f us on another (%s)"
              .formatted(network.ownNodeMicros(), network.otherNodeMicros(), network.means()));
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
      driver.awaitLine("waiting", START, lab::say);
      // Compilers and class loaders have done their work before processors become scarce, and
      // without delays they see as much work as there can be.
      driver.tell(options.warmUp().minus(SETTLE), lab::say);
      try (@Nullable NetworkFault delay = delay(lab, stack);
          MachineWatch machine = MachineWatch.begin(Optional.empty(), MACHINE_PERIOD)) {
        limitTaskManagers(lab, stack);
        if (standIns.count() > 0) {
          standIns.begin(stack);
          lab.say(standIns.told());
        }
        List<UsageLog> services = ProcessKind.watch(stack.stack());
        int exitCode = driver.awaitEnd(options.feed().plus(END), lab::say, stack::requireRunning);
        if (exitCode != 0) {
          throw new ContainerException(
              "Linear Road on %d nodes failed:%n%s".formatted(stack.nodes(), driver.lastLines(30)));
        }
        JsonNode figures = driver.figures();
        return new SizeResult(
            stack.nodes(),
            standIns,
            network,
            phases(figures, machine.all(), services),
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
        // Or else sending small buffers to more nodes would weigh more than the work.
        "--buffer-timeout=" + options.rhythm().bufferTimeout().toMillis() + "ms",
        "--checkpoint-interval=" + options.rhythm().checkpoints().toSeconds() + "s",
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
        "packets between nodes take %d us longer from now on; every TaskManager has %.2f CPUs"
            .formatted(options.delay().toNanos() / 1_000, options.cpusPerNode()));
  }

  private static List<SizeResult.Phase> phases(
      JsonNode figures, List<MachineUsage> machine, List<UsageLog> logs) {
    List<ProcessKind.Service> services =
        logs.stream()
            .map(log -> new ProcessKind.Service(log.container().service(), log.all()))
            .toList();
    List<SizeResult.Phase> phases = new ArrayList<>();
    for (JsonNode phase : figures.path("phases")) {
      double begin = phase.path("beginMillis").asLong() / MILLIS;
      double end = phase.path("endMillis").asLong() / MILLIS;
      phases.add(
          new SizeResult.Phase(
              phase.path("placement").asText().equals("aligned"),
              phase.path("seconds").asDouble(Double.NaN),
              phase.path("tollsPerSecond").asDouble(Double.NaN),
              phase.path("recordsPerSecond").asDouble(Double.NaN),
              phase.path("localHitRate").asDouble(Double.NaN),
              phase.path("tollLatencyP50Micros").asDouble(Double.NaN),
              phase.path("tollLatencyP99Micros").asDouble(Double.NaN),
              MachineLoad.between(machine, begin, end),
              ProcessKind.processors(services, begin, end)));
    }
    return phases;
  }
}
