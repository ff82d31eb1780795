package io.amoeba.experiments.alignment;

import io.amoeba.containers.stack.Stack;
import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.UsageLog;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A kind of process that has the machine's processors. */
enum ProcessKind {
  /** Of all nodes together. */
  TASK_MANAGERS("taskManagers", "TaskManagers", "taskmanager-[0-9]+"),
  /** Likewise. */
  REDIS("redis", "Redis", "redis-[0-9]+"),
  KAFKA("kafka", "Kafka", "kafka"),
  /** Makes the input and collects the answers. */
  CLIENT("client", "client", "linear-road"),
  CONTROL("control", "JobManager and coordinator", "jobmanager|coordinator");

  /** Rarely: each look is a few processes in each container. */
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final String name;
  private final String title;
  private final String services;

  /** A container of the stack, by its service, and what it had used at each look. */
  record Service(String name, List<ContainerUsage> samples) {}

  ProcessKind(String name, String title, String services) {
    this.name = name;
    this.title = title;
    this.services = services;
  }

  /** What people call it. */
  String title() {
    return title;
  }

  /** What JSON calls it. */
  @Override
  public String toString() {
    return name;
  }

  /** Whether a service is of one of the kinds. */
  static boolean counts(String service) {
    return Arrays.stream(values()).anyMatch(kind -> service.matches(kind.services));
  }

  /** Follows the containers of a stack from now on; the client runs already. */
  static List<UsageLog> watch(Stack stack) {
    return stack.containers().stream()
        .filter(container -> counts(container.service()))
        .map(container -> UsageLog.begin(container, PERIOD))
        .toList();
  }

  /** How many processors each kind had on average within a time; NaN: not known. */
  static Map<ProcessKind, Double> processors(List<Service> all, double from, double to) {
    Map<ProcessKind, Double> processors = new EnumMap<>(ProcessKind.class);
    for (ProcessKind kind : values()) {
      List<Service> chosen =
          all.stream().filter(service -> service.name.matches(kind.services)).toList();
      processors.put(
          kind,
          chosen.isEmpty()
              ? Double.NaN
              : chosen.stream()
                  .mapToDouble(
                      service ->
                          ContainerUsage.Used.between(service.samples, from, to)
                              .map(ContainerUsage.Used::processors)
                              .orElse(Double.NaN))
                  .sum());
    }
    return processors;
  }
}
