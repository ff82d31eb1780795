package io.amoeba.streaming.protocol.simulation;

/** The checker's finding. */
final class Violation extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  enum Kind {
    /** A read can miss an acknowledged write. */
    STALE_READ,
    TRUNCATED_ROW,
    /** A coordinator asks the joining node for what it does not serve. */
    NOT_SERVED,
    /** More than one replica is pending, which lightweight transactions refuse. */
    TWO_PENDING,
    /** A step is switched by another ring than the one by which it was found who streams it. */
    STALE_SOURCE,
    /** A file has neither the text of before nor that of after. */
    DAMAGED_FILE,
    /** Nothing is wrong but that it does not end. */
    ENDLESS
  }

  private final Kind kind;

  Violation(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  /** The same, and when and where it was found. */
  Violation in(String schedule) {
    return new Violation(kind, schedule + ": " + getMessage());
  }
}
