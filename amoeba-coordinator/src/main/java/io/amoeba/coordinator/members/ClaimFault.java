package io.amoeba.coordinator.members;

import java.util.Optional;

/**
 * Faults of servers by which a hash slot that moves by CLUSTER SETSLOT can end without an owner,
 * and its keys are deleted. Immutable. Source: redis/redis pull requests 12344 and 12564, and the
 * sources of the versions; {@code docs/hash-slot-moves.md}, "Versions".
 */
public enum ClaimFault {
  /** A node tells others that a primary owns, with its newest epoch, what it has given away. */
  WRONG_UPDATES("announces hash slots that a primary has given away as if it still owned them"),
  /** A hash slot once marked as unclaimed is lost to any claim, however old. */
  LASTING_MARKS("lets a new owner lose a hash slot to a claim that is older than its own");

  private static final ServerVersion.Patch MARKS = new ServerVersion.Patch(7, 0, 13);
  private static final ServerVersion.Patch CLEARED = new ServerVersion.Patch(7, 2, 4);

  private final String text;

  ClaimFault(String text) {
    this.text = text;
  }

  /** What it does, in words. */
  public String text() {
    return text;
  }

  /** The fault of a version; Valkey began without. */
  public static Optional<ClaimFault> of(ServerVersion version) {
    if (version.valkey() || version.patch().compareTo(CLEARED) >= 0) {
      return Optional.empty();
    }
    return Optional.of(version.patch().compareTo(MARKS) >= 0 ? LASTING_MARKS : WRONG_UPDATES);
  }
}
