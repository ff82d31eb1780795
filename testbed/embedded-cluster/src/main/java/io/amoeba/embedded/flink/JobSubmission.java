package io.amoeba.embedded.flink;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job to run. Immutable; the {@code with} methods return changed copies.
 *
 * @param entryClass main class in the jar
 * @param savepoint null: the job starts with empty state
 * @param config Flink configuration of this job alone
 */
public record JobSubmission(
    Path jar,
    String entryClass,
    List<String> arguments,
    int parallelism,
    @Nullable String savepoint,
    Map<String, String> config) {
  public JobSubmission {
    arguments = List.copyOf(arguments);
    config = Map.copyOf(config);
  }

  public static JobSubmission of(Path jar, String entryClass) {
    return new JobSubmission(jar, entryClass, List.of(), 1, null, Map.of());
  }

  public JobSubmission with(List<String> changedArguments, int changedParallelism) {
    return new JobSubmission(
        jar, entryClass, changedArguments, changedParallelism, savepoint, config);
  }

  public JobSubmission withSavepoint(String location) {
    return new JobSubmission(jar, entryClass, arguments, parallelism, location, config);
  }

  public JobSubmission withConfig(Map<String, String> changed) {
    return new JobSubmission(jar, entryClass, arguments, parallelism, savepoint, changed);
  }
}
