package io.amoeba.coordinator.execute.moves;

import java.time.Duration;
import java.util.List;

/**
 * Some keys of hash slots that go from one primary to another. Immutable.
 *
 * @param hashSlots which are sent together, one at least
 * @param keys most keys that are taken of each hash slot
 * @param timeout longest silence between the two primaries
 * @param replace whether copies that the destination already has are overwritten
 */
public record KeyBatch(
    List<Integer> hashSlots, String from, String to, int keys, Duration timeout, boolean replace) {

  /** Copies the list. */
  public KeyBatch {
    hashSlots = List.copyOf(hashSlots);
  }
}
