package io.amoeba.embedded.process;

import org.jspecify.annotations.Nullable;

/**
 * A server could not be started, ended on its own or did not become ready; the message says what to
 * do. Immutable.
 */
public final class ServerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ServerException(String message) {
    super(message);
  }

  public ServerException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
