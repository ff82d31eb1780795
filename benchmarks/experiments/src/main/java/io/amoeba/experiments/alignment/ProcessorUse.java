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

  /** A kind of process: what it is called in the report's JSON and by people. */
  record Kind(String name, String title, ToDoubleFunction<ProcessorUse> processors) {}

  static final List<Kind> KINDS =
      List.of(
          new Kind("taskManagers", "TaskManagers", ProcessorUse::taskManagers),
          new Kind("redis", "Redis", ProcessorUse::redis),
          new Kind("kafka", "Kafka", ProcessorUse::kafka),
          new Kind("client", "client", ProcessorUse::client),
          new Kind("control", "JobManager and coordinator", ProcessorUse::control));

  /** A container of the stack, by its service, and what it had used at each look. */
  record Service(String name, List<ContainerUsage> samples) {}

  /** Whether a service is of one of the kinds. */
  static boolean counts(String service) {
    return service.matches("(taskmanager|redis)-[0-9]+|kafka|linear-road|jobmanager|coordinator");
  }

  /** Within a span of epoch milliseconds. */
  static ProcessorUse between(List<Service> services, long fromMillis, long toMillis) {
    double from = fromMillis / 1e3;
    double to = toMillis / 1e3;
    return new ProcessorUse(
        sum(services, "taskmanager-[0-9]+", from, to),
        sum(services, "redis-[0-9]+", from, to),
        sum(services, "kafka", from, to),
        sum(services, "linear-road", from, to),
        sum(services, "jobmanager|coordinator", from, to));
  }

  private static double sum(List<Service> services, String names, double from, double to) {
    List<Service> chosen =
        services.stream().filter(service -> service.name.matches(names)).toList();
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
