package io.amoeba.coordinator.changes.servers;

/** A server that could not be started, or cannot become a member. */
public final class StartProblem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StartProblem(String message) {
    super(message);
  }
}
