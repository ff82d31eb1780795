package io.amoeba.coordinator.execute.moves;

/** A command that a mover needs could not be done; the message has the remedy. */
public final class MoveProblem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What can be done about it. */
  public enum Kind {
    /** The destination has a key of the same name. */
    KEY_EXISTS,
    /** The two primaries lost each other; some keys may be on both. Trying again may help. */
    TRANSFER,
    /** A primary answered with an error. */
    REFUSED,
    /** A primary did not answer; whether it did what it was told is unknown. */
    UNREACHABLE
  }

  private final Kind kind;

  /** A problem. */
  public MoveProblem(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** A primary that is to take a hash slot has keys of it already. */
  static MoveProblem keysLeft(String primary, long keys, int hashSlot) {
    return new MoveProblem(
        Kind.KEY_EXISTS,
        ("%s holds %d keys of hash slot %d, which it does not own: they are left from another"
                + " move. See what they are (CLUSTER GETKEYSINSLOT), and delete them there")
            .formatted(primary, keys, hashSlot));
  }

  /** What can be done about it. */
  public Kind kind() {
    return kind;
  }
}
