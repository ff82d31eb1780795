package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.diagnosis.Problem;
import java.util.List;

/** A command of a migration could not be done; the message has the remedy. */
public final class SlotMigrationException extends RuntimeException {

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
  private final Problem problem;

  /** A problem whose text contains the remedy. */
  public SlotMigrationException(Kind kind, String text) {
    this(kind, text, "");
  }

  /** A problem. */
  SlotMigrationException(Kind kind, String text, String remedy) {
    this(kind, Problem.error("SLOT_MIGRATION_" + kind, text, remedy));
  }

  private SlotMigrationException(Kind kind, Problem problem) {
    super(problem.message());
    this.kind = kind;
    this.problem = problem;
  }

  /**
   * The destination must not have keys of what is to migrate there.
   *
   * @param keys that it holds, by hash slot
   * @throws SlotMigrationException for the first hash slot of which it has some
   */
  static void requireNoKeys(SlotsInTransition slots, List<Long> keys) {
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i) > 0) {
        throw new SlotMigrationException(
            Kind.KEY_EXISTS,
            "%s holds %d keys of hash slot %d, which it does not own: they are left from another migration"
                .formatted(slots.to(), keys.get(i), slots.hashSlots().get(i)),
            "See what they are (CLUSTER GETKEYSINSLOT), and delete them there.");
      }
    }
  }

  /** What can be done about it. */
  public Kind kind() {
    return kind;
  }

  /** The same as a value, with a code for each kind. */
  Problem problem() {
    return problem;
  }
}
