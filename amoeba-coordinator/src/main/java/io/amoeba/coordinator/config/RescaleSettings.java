package io.amoeba.coordinator.config;

import io.amoeba.coordinator.plan.RescaleRules;
import io.amoeba.coordinator.plan.RescaleWay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether and how the job gets more subtasks. Immutable.
 *
 * @param way empty: it does not
 * @param program what is started again; empty unless it is stopped
 * @param limit until all subtasks run with the new parallelism
 * @param forbiddenNodes on which no subtask is counted on
 */
public record RescaleSettings(
    Optional<RescaleWay> way,
    Optional<Program> program,
    Duration limit,
    Set<String> forbiddenNodes) {

  public RescaleSettings {
    forbiddenNodes = Set.copyOf(forbiddenNodes);
  }

  /** What plans must respect. */
  public RescaleRules rules() {
    return new RescaleRules(way, forbiddenNodes);
  }

  /** Whether the job is stopped and started again. */
  public boolean bySavepoint() {
    return way.filter(RescaleWay.SAVEPOINT::equals).isPresent();
  }

  /** Whether Flink is to do it with the running job. */
  public boolean inPlace() {
    return way.filter(RescaleWay.IN_PLACE::equals).isPresent();
  }

  /**
   * The job's program, as Flink's REST interface takes it. Immutable.
   *
   * @param entryClass empty: the one of the jar's manifest
   * @param configuration Flink's settings of the job itself
   * @param savepoints folder that Flink writes to, as a URI
   */
  public record Program(
      Path jar,
      Optional<String> entryClass,
      List<String> arguments,
      Map<String, String> configuration,
      String savepoints) {
    public Program {
      arguments = List.copyOf(arguments);
      configuration = Map.copyOf(configuration);
    }
  }
}
