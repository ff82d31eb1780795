package io.amoeba.containers.engine;

/** The engine or a container failed; the message names the remedy. */
public final class ContainerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ContainerException(String message) {
    super(message);
  }

  public ContainerException(String message, Throwable cause) {
    super(message, cause);
  }
}
