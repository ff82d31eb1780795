package io.amoeba.coordinator.execute.moves;

/**
 * The intention to move a hash slot, durable from before its first command until after its last.
 * Immutable.
 *
 * @param from id of the source
 * @param to id of the destination, which held no key of the hash slot when the move began
 * @param sourceRun the source's process at that moment (INFO's {@code run_id}), or empty if the
 *     source has lost its mark since: whether a copy at the destination is ours is then unknown
 */
public record OpenHashSlot(int hashSlot, String from, String to, String sourceRun) {

  /** Whether the source has become a replica of the destination since, which stands for both. */
  boolean isWithinOne() {
    return from.equals(to);
  }

  /** The same after the source has lost its mark. */
  OpenHashSlot withUnknownCopies() {
    return new OpenHashSlot(hashSlot, from, to, "");
  }
}
