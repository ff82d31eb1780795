package io.amoeba.embedded.flink;

/** Flink's REST interface did not do what was asked; the message holds its answer. Immutable. */
public final class FlinkRestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int FIRST_SERVER_ERROR = 500;

  private final int status;

  FlinkRestException(String message) {
    this(message, 0);
  }

  FlinkRestException(String message, int status) {
    super(message);
    this.status = status;
  }

  FlinkRestException(String message, Throwable cause) {
    super(message, cause);
    this.status = 0;
  }

  /** Whether Flink answered that it failed itself. */
  boolean isServerError() {
    return status >= FIRST_SERVER_ERROR;
  }
}
