package io.amoeba.experiments.alignment;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.fault.LinkDelay;
import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.usage.MachineLoad;
import io.amoeba.experiments.usage.MachineUsage;
import io.amoeba.experiments.usage.MachineWatch;
import java.nio.file.Path;
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
 * Measures random against aligned placement: one job on one cluster, whose maps alternate between
 * hash routing and alignment, so that both placements see the same warm servers and the same
 * neighbours on the machine. Confined to one thread.
 */
final class AlignmentBench {
  private static final double MILLIS = 1e3;
  private static final Duration START = Duration.ofMinutes(6);
  private static final Duration END = Duration.ofMinutes(6);

  /** Between two looks at this machine. */
  private static final Duration MACHINE_PERIOD = Duration.ofSeconds(1);

  /** Time for the new limits to show before the first placement is measured. */
  private static final Duration SETTLE = Duration.ofSeconds(10);

  private final AlignmentOptions options;
  private final Engine engine;
  private final Images images;
  private final int processors;
  private final Consumer<String> progress;

  /**
   * A bench.
   *
   * @param processors of this machine
   */
  AlignmentBench(
      AlignmentOptions options,
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
   * Measures all sizes. One that fails costs the others nothing.
   *
   * @param soFar is told after each size of all until then
   * @throws ContainerException if no size could be measured
   */
  AlignmentReport run(Consumer<AlignmentReport> soFar) {
    progress.accept("Images");
    images.build();
    List<SizeResult> results = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    // From the largest on: it shows how busy the machine is to be with the others.
    List<Integer> sizes = options.nodes().stream().sorted(Comparator.reverseOrder()).toList();
    for (int nodes : sizes) {
      try {
        StandIns standIns =
            results.isEmpty()
                ? StandIns.NONE
                : StandIns.of(nodes, results.get(results.size() - 1), processors);
        results.add(0, measure(nodes, standIns));
      } catch (ContainerException e) {
        failures.add("%d nodes could not be measured: %s".formatted(nodes, e.getMessage()));
        progress.accept(failures.get(failures.size() - 1));
      }
      if (!results.isEmpty()) {
        soFar.accept(new AlignmentReport(options, results, failures));
      }
    }
    if (results.isEmpty()) {
      throw new ContainerException(String.join("\n", failures));
    }
    return new AlignmentReport(options, results, failures);
  }

  private Map<String, String> settings(RareLooks coordinator) {
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

  private SizeResult measure(int nodes, StandIns standIns) {
    progress.accept("%d nodes: starting".formatted(nodes));
    try (RareLooks coordinator = RareLooks.of(images.dockerFolder());
        LinearRoadStack stack =
            LinearRoadStack.start(
                engine,
                images,
                nodes,
                settings(coordinator),
                waiting -> progress.accept("  waiting for " + waiting))) {
      try {
        return drive(stack, standIns, measureNetwork(stack));
      } finally {
        Path logs = options.outputs().logs();
        if (logs != null) {
          stack.stack().saveLogs(logs.resolve(nodes + "-nodes"));
        }
      }
    }
  }

  /** While nothing else runs, or else requests would wait for processors. */
  private NetworkTimes measureNetwork(LinearRoadStack stack) {
    try (@Nullable LinkDelay delay = delay(stack)) {
      NetworkTimes network = RedisPing.measure(stack, delay == null ? "none" : delay.means());
      progress.accept(
          "  one request to Redis: %.0f us on the own node, %.0f us on another (%s)"
              .formatted(network.ownNodeMicros(), network.otherNodeMicros(), network.means()));
      return network;
    }
  }

  private @Nullable LinkDelay delay(LinearRoadStack stack) {
    return options.delay().isZero()
        ? null
        : LinkDelay.on(engine, stack.stack(), LinearRoadStack.NETWORK, options.delay());
  }

  private SizeResult drive(LinearRoadStack stack, StandIns standIns, NetworkTimes network) {
    try (LinearRoadDriver driver =
        stack.linearRoad(
            List.of(
                "--traffic=specification",
                "--expressways=" + options.expressways(stack.nodes()),
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
                "--alternate=" + options.phase().toSeconds() + "s"))) {
      Consumer<String> indented = line -> progress.accept("  " + line);
      driver.awaitLine("waiting", START, indented);
      // Compilers and class loaders have done their work before processors become scarce, and
      // without delays they see as much work as there can be.
      driver.tell(options.warmUp().minus(SETTLE), indented);
      try (@Nullable LinkDelay delay = delay(stack);
          MachineWatch machine = MachineWatch.begin(Optional.empty(), MACHINE_PERIOD)) {
        limitTaskManagers(stack);
        if (standIns.count() > 0) {
          standIns.begin(stack);
          progress.accept("  " + standIns.told());
        }
        ProcessorWatch watch = ProcessorWatch.begin(stack.stack());
        int exitCode = driver.awaitEnd(options.feed().plus(END), indented, stack::requireRunning);
        if (exitCode != 0) {
          throw new ContainerException(
              "Linear Road on %d nodes failed:%n%s".formatted(stack.nodes(), driver.lastLines(30)));
        }
        return result(
            stack.nodes(), standIns, network, driver.figures(), machine.all(), watch.seen());
      }
    }
  }

  private void limitTaskManagers(LinearRoadStack stack) {
    for (int node = 1; node <= stack.nodes(); node++) {
      Container taskManager = stack.taskManager(node);
      taskManager.limitCpus(options.cpusPerNode());
    }
    progress.accept(
        "  packets between nodes take %d us longer now, and every TaskManager has %.2f processors"
            .formatted(options.delay().toNanos() / 1_000, options.cpusPerNode()));
  }

  private SizeResult result(
      int nodes,
      StandIns standIns,
      NetworkTimes network,
      JsonNode figures,
      List<MachineUsage> machine,
      List<ProcessorUse.Service> services) {
    List<Phase> phases = new ArrayList<>();
    for (JsonNode phase : figures.path("phases")) {
      double begin = phase.path("beginMillis").asLong() / MILLIS;
      double end = phase.path("endMillis").asLong() / MILLIS;
      phases.add(
          new Phase(
              phase.path("placement").asText().equals("aligned"),
              phase.path("seconds").asDouble(Double.NaN),
              phase.path("tollsPerSecond").asDouble(Double.NaN),
              phase.path("recordsPerSecond").asDouble(Double.NaN),
              phase.path("localHitRate").asDouble(Double.NaN),
              phase.path("tollLatencyP50Micros").asDouble(Double.NaN),
              phase.path("tollLatencyP99Micros").asDouble(Double.NaN),
              MachineLoad.between(machine, begin, end),
              ProcessorUse.between(services, begin, end)));
    }
    JsonNode validation = figures.path("validation");
    return new SizeResult(
        nodes,
        standIns,
        network,
        phases,
        validation.path("checked").asLong(),
        validation.path("mismatches").asLong(-1));
  }
}
