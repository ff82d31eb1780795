package io.amoeba.coordinator.execute.moves;

/**
 * What a primary has noted of a hash slot that is open. Immutable.
 *
 * @param leaves true: it migrates to the other primary; false: it is imported from there
 * @param other id of the other primary
 */
public record OpenMark(int hashSlot, boolean leaves, String other) {

  /** In words, with the primary that has noted it. */
  String of(String primary) {
    return "hash slot %d %s %s, says %s"
        .formatted(hashSlot, leaves ? "migrates to" : "is imported from", other, primary);
  }
}
