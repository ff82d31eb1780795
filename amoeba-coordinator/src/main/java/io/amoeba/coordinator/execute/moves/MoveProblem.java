package io.amoeba.coordinator.execute.moves;

import java.util.List;

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

  /**
   * The destination must not have keys of what is to move there.
   *
   * @param keys that it holds, by hash slot of the move
   * @throws MoveProblem for the first hash slot of which it has some
   */
  static void requireNoKeys(OpenHashSlots move, List<Long> keys) {
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i) > 0) {
        throw new MoveProblem(
            Kind.KEY_EXISTS,
            ("%s holds %d keys of hash slot %d, which it does not own: they are left from another"
                    + " move. See what they are (CLUSTER GETKEYSINSLOT), and delete them there")
                .formatted(move.to(), keys.get(i), move.hashSlots().get(i)));
      }
    }
  }

  /** What can be done about it. */
  public Kind kind() {
    return kind;
  }
}
