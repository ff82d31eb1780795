package io.amoeba.embedded.flink;

/** Flink's REST interface did not do what was asked; the message holds its answer. Immutable. */
public final class FlinkRestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FlinkRestException(String message) {
    super(message);
  }

  FlinkRestException(String message, Throwable cause) {
    super(message, cause);
  }
}
