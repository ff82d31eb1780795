package io.amoeba.embedded.flink;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job to run. Immutable; the {@code with} methods return changed copies.
 *
 * @param program jar and main class
 * @param savepoint where to start from, or null for empty state
 * @param config Flink configuration of this job alone
 */
public record JobSubmission(
    Program program,
    List<String> arguments,
    int parallelism,
    @Nullable String savepoint,
    Map<String, String> config) {
  /** A jar and the main class in it. */
  public record Program(Path jar, String entryClass) {}

  public JobSubmission {
    arguments = List.copyOf(arguments);
    config = Map.copyOf(config);
  }

  public static JobSubmission of(Path jar, String entryClass) {
    return new JobSubmission(new Program(jar, entryClass), List.of(), 1, null, Map.of());
  }

  public JobSubmission with(List<String> changedArguments, int changedParallelism) {
    return new JobSubmission(program, changedArguments, changedParallelism, savepoint, config);
  }

  public JobSubmission withSavepoint(String location) {
    return new JobSubmission(program, arguments, parallelism, location, config);
  }

  public JobSubmission withConfig(Map<String, String> changed) {
    return new JobSubmission(program, arguments, parallelism, savepoint, changed);
  }
}
