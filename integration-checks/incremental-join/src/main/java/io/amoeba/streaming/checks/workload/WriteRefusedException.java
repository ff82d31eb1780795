package io.amoeba.streaming.checks.workload;

/** A write was refused before any replica got it. Immutable. */
public final class WriteRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  public WriteRefusedException(Throwable cause) {
    super("The write was refused: " + cause.getMessage(), cause);
  }
}
