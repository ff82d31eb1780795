package io.amoeba.coordinator.cluster.members;

/**
 * Servers do not tell what they hold, or do not take what they lack; the message has the remedy.
 */
public final class MemberProblem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public MemberProblem(String message) {
    super(message);
  }
}
