package io.amoeba.streaming.protocol.simulation;

/** The checker's finding. */
final class Violation extends RuntimeException {

  private static final long serialVersionUID = 1L;

  Violation(String message) {
    super(message);
  }
}
