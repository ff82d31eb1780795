package io.amoeba.experiments.alignment;

import io.amoeba.containers.stack.Stack;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.usage.ContainerUsage;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Kinds of processes that share the machine's CPUs. */
enum ProcessKind {
  /** Of all nodes together. */
  TASK_MANAGERS("taskManagers", "TaskManagers", "taskmanager-[0-9]+"),
  /** Of all nodes together. */
  REDIS("redis", "Redis", "redis-[0-9]+"),
  KAFKA("kafka", "Kafka", "kafka"),
  /** Generates the input and collects the answers. */
  CLIENT("client", "client", "linear-road"),
  CONTROL("control", "JobManager and coordinator", "jobmanager|coordinator");

  /** Rarely: each sample is a few processes in each container. */
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final String name;
  private final String title;
  private final String services;

  ProcessKind(String name, String title, String services) {
    this.name = name;
    this.title = title;
    this.services = services;
  }

  String title() {
    return title;
  }

  @Override
  public String toString() {
    return name;
  }

  static boolean counts(String service) {
    return Arrays.stream(values()).anyMatch(kind -> service.matches(kind.services));
  }

  static List<ContainerUsage> watch(Stack stack) {
    return stack.containers().stream()
        .filter(container -> counts(container.service()))
        .map(container -> ContainerUsage.follow(container, PERIOD))
        .toList();
  }

  /**
   * Mean CPUs of each kind within a time; NaN: not known.
   *
   * @param samples by service
   */
  static Map<ProcessKind, Double> cpus(Map<String, List<Values>> samples, double from, double to) {
    Map<ProcessKind, Double> cpus = new EnumMap<>(ProcessKind.class);
    samples.forEach(
        (service, usage) -> {
          double used = ContainerUsage.cpus(Values.within(usage, from, to));
          Arrays.stream(values())
              .filter(kind -> service.matches(kind.services))
              .forEach(kind -> cpus.merge(kind, used, Double::sum));
        });
    Arrays.stream(values()).forEach(kind -> cpus.putIfAbsent(kind, Double.NaN));
    return cpus;
  }
}
