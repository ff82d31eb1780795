package io.amoeba.coordinator.monitor;

/** A report that does not fit beside those of the other task managers; the message says why. */
public final class TooManyReports extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TooManyReports(String message) {
    super(message);
  }
}
