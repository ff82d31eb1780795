package io.amoeba.partitioner.subscription;

/** The coordinator's document breaks a rule of the protocol; it is refused as a whole. */
final class MalformedPlacementException extends Exception {

  private static final long serialVersionUID = 1L;

  MalformedPlacementException(String message) {
    super(message);
  }

  MalformedPlacementException(String message, Throwable cause) {
    super(message, cause);
  }
}
