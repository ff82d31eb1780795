package io.amoeba.embedded.process;

import org.jspecify.annotations.Nullable;

/**
 * A server did not start, ended unexpectedly or did not become ready; the message names the remedy.
 * Immutable.
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
