package io.amoeba.coordinator.changes.servers;

import io.amoeba.coordinator.diagnosis.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** A server could not be started, or cannot become a member. Immutable. */
public final class StartFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final List<Problem> problems;

  /** For one reason. */
  public StartFailure(Problem problem) {
    this(List.of(problem));
  }

  /** For some reasons. */
  StartFailure(List<Problem> problems) {
    super(problems.stream().map(Problem::message).collect(Collectors.joining(" ")));
    this.problems = List.copyOf(problems);
  }

  /** The reasons, at least one. */
  public List<Problem> problems() {
    return problems;
  }
}
