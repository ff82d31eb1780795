package io.amoeba.containers.engine;

/** The engine or a container did not do what it should; the message says what to do. */
public final class ContainerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With a message for people. */
  public ContainerException(String message) {
    super(message);
  }

  /** With a message for people and its cause. */
  public ContainerException(String message, Throwable cause) {
    super(message, cause);
  }
}
