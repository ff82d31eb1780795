package io.amoeba.coordinator.cli;

/** A coordinator that did not answer, or refused; the message says why and what to do. */
final class ApiFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ApiFailure(String message) {
    super(message);
  }
}
