package io.amoeba.coordinator.execute.moves;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The intention to move some hash slots from one primary to another, durable from before its first
 * command until after its last. Immutable.
 *
 * @param hashSlots at least one
 * @param from id of the source
 * @param to id of the destination, which held no key of the hash slots when the move began
 * @param sourceRun the source's process at that moment (INFO's {@code run_id}), or empty if the
 *     source has lost a mark since: whether a copy at the destination is ours is then unknown
 * @param way by which they move
 */
public record OpenHashSlots(
    List<Integer> hashSlots, String from, String to, String sourceRun, MoveWay way) {

  /**
   * Checks that there is one.
   *
   * @throws IllegalArgumentException if there is none
   */
  public OpenHashSlots {
    hashSlots = List.copyOf(hashSlots);
    if (hashSlots.isEmpty()) {
      throw new IllegalArgumentException("no hash slot is open");
    }
  }

  /** In words: {@code hash slot 5}, or {@code hash slots 5, 6}. */
  public String names() {
    return (hashSlots.size() == 1 ? "hash slot " : "hash slots ")
        + hashSlots.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /** Whether the source has become a replica of the destination since, which stands for both. */
  boolean isWithinOne() {
    return from.equals(to);
  }

  /** The same move between those that have taken the places of its primaries. */
  OpenHashSlots succeeded(StoreTopology seen) {
    return new OpenHashSlots(hashSlots, seen.successor(from), seen.successor(to), sourceRun, way);
  }

  /** The same move of some of them. */
  OpenHashSlots only(List<Integer> some) {
    return new OpenHashSlots(some, from, to, sourceRun, way);
  }

  /** The same after the source has lost a mark. */
  OpenHashSlots withUnknownCopies() {
    return new OpenHashSlots(hashSlots, from, to, "", way);
  }
}
