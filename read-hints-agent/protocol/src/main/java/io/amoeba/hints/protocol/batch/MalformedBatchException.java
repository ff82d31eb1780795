package io.amoeba.hints.protocol.batch;

/** Bytes that are no batch, or one beyond the limits. The batch is dropped as a whole. */
public final class MalformedBatchException extends Exception {

  private static final long serialVersionUID = 1L;

  public MalformedBatchException(String message) {
    super(message);
  }
}
