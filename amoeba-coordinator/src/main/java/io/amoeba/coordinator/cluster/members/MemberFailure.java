package io.amoeba.coordinator.cluster.members;

import io.amoeba.coordinator.diagnosis.Problem;

/** Servers do not tell what they hold, or do not take what they lack. Immutable. */
public final class MemberFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Problem problem;

  public MemberFailure(Problem problem) {
    super(problem.message());
    this.problem = problem;
  }

  /** The reason. */
  public Problem problem() {
    return problem;
  }
}
