package io.amoeba.coordinator.config;

import io.amoeba.coordinator.yaml.ConfigProblem;
import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used: every error in it. The user must correct the file. */
public final class ConfigErrors extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<ConfigProblem> problems;

  ConfigErrors(String file, List<ConfigProblem> problems) {
    super(message(file, problems));
    this.problems = List.copyOf(problems);
  }

  /** The errors in the order of the file's documentation. */
  public List<ConfigProblem> problems() {
    return problems;
  }

  private static String message(String file, List<ConfigProblem> problems) {
    String count = problems.size() == 1 ? "1 error" : problems.size() + " errors";
    return problems.stream()
        .map(problem -> "  - " + problem)
        .collect(Collectors.joining("\n", "configuration " + file + " has " + count + ":\n", ""));
  }
}
