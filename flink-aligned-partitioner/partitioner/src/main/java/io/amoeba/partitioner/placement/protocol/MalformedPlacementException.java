package io.amoeba.partitioner.placement.protocol;

/** The coordinator's document breaks a rule of the protocol; it is refused as a whole. */
public final class MalformedPlacementException extends Exception {

  private static final long serialVersionUID = 1L;

  /** A document that breaks the rule that the message names. */
  public MalformedPlacementException(String message) {
    super(message);
  }

  MalformedPlacementException(String message, Throwable cause) {
    super(message, cause);
  }
}
