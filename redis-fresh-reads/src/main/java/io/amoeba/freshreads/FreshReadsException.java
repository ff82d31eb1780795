package io.amoeba.freshreads;

/** A read, or the opening, failed for a reason that the message names with its remedy. */
public class FreshReadsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FreshReadsException(String message) {
    super(message);
  }

  public FreshReadsException(String message, Throwable cause) {
    super(message, cause);
  }
}
