package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.monitor.StreamView;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was seen of Flink. Immutable. */
public sealed interface FlinkInspection {

  /** There is nothing to look at: no job works on the store. */
  record NotConfigured() implements FlinkInspection {}

  /** Nothing answered: why. */
  record Unreachable(String reason) implements FlinkInspection {}

  /**
   * It answered.
   *
   * @param refreshMillis {@code web.refresh-interval} as it is in force
   * @param settings of the JobManager, as far as doctors ask for them; empty: could not be read
   * @param takesJars whether jobs can be started by REST; not in application mode
   * @param jobManagerClassPath files; empty: could not be read
   */
  record Answering(
      String version,
      long refreshMillis,
      Optional<Map<String, String>> settings,
      boolean takesJars,
      List<String> jobManagerClassPath,
      List<TaskManager> taskManagers,
      StreamView stream)
      implements FlinkInspection {

    public Answering {
      settings = settings.map(Map::copyOf);
      jobManagerClassPath = List.copyOf(jobManagerClassPath);
      taskManagers = List.copyOf(taskManagers);
    }
  }
}
