package io.amoeba.experiments.alignment;

import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.Used;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How many processors each kind of process had on average; NaN: not known. Immutable.
 *
 * @param taskManagers of all nodes together
 * @param redis likewise
 * @param client which makes the input and collects the answers
 * @param control JobManager and coordinator
 */
record ProcessorUse(
    double taskManagers, double redis, double kafka, double client, double control) {
  static final ProcessorUse UNKNOWN =
      new ProcessorUse(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

  /**
   * A kind of process: what it is called in the report's JSON and by people.
   *
   * @param services pattern of the stack's services that are of it
   */
  record Kind(
      String name, String title, String services, ToDoubleFunction<ProcessorUse> processors) {
    boolean includes(String service) {
      return service.matches(services);
    }
  }

  private static final Kind TASK_MANAGERS =
      new Kind("taskManagers", "TaskManagers", "taskmanager-[0-9]+", ProcessorUse::taskManagers);
  private static final Kind REDIS = new Kind("redis", "Redis", "redis-[0-9]+", ProcessorUse::redis);
  private static final Kind KAFKA = new Kind("kafka", "Kafka", "kafka", ProcessorUse::kafka);
  private static final Kind CLIENT =
      new Kind("client", "client", "linear-road", ProcessorUse::client);
  private static final Kind CONTROL =
      new Kind(
          "control", "JobManager and coordinator", "jobmanager|coordinator", ProcessorUse::control);

  static final List<Kind> KINDS = List.of(TASK_MANAGERS, REDIS, KAFKA, CLIENT, CONTROL);

  /** A container of the stack, by its service, and what it had used at each look. */
  record Service(String name, List<ContainerUsage> samples) {}

  /** Whether a service is of one of the kinds. */
  static boolean counts(String service) {
    return KINDS.stream().anyMatch(kind -> kind.includes(service));
  }

  /** Within a span of seconds since 1970. */
  static ProcessorUse between(List<Service> services, double from, double to) {
    return new ProcessorUse(
        sum(services, TASK_MANAGERS, from, to),
        sum(services, REDIS, from, to),
        sum(services, KAFKA, from, to),
        sum(services, CLIENT, from, to),
        sum(services, CONTROL, from, to));
  }

  private static double sum(List<Service> services, Kind kind, double from, double to) {
    List<Service> chosen =
        services.stream().filter(service -> kind.includes(service.name)).toList();
    return chosen.isEmpty()
        ? Double.NaN
        : chosen.stream()
            .mapToDouble(
                service ->
                    Used.between(service.samples, from, to)
                        .map(Used::processors)
                        .orElse(Double.NaN))
            .sum();
  }
}
