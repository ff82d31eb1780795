package io.amoeba.streaming.protocol;

/** A text that is not what a codec of this protocol writes; the message says where. */
public class MalformedTextException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  public MalformedTextException(String message) {
    super(message);
  }
}
