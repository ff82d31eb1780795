package io.amoeba.streaming.protocol;

/** A text of a version that this agent does not read: another agent has written it, undamaged. */
public final class OtherVersionException extends MalformedTextException {

  private static final long serialVersionUID = 1L;

  OtherVersionException(String message) {
    super(message);
  }
}
