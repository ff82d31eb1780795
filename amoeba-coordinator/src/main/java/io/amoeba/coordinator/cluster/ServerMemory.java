package io.amoeba.coordinator.cluster;

import java.util.OptionalLong;

/**
 * A server's memory when it was last asked. Immutable.
 *
 * @param usedBytes all that it has allocated
 * @param dataBytes of these, what its keys take, or a little more
 * @param mostBytes that it may use, empty: it has no limit of its own
 */
public record ServerMemory(long usedBytes, long dataBytes, OptionalLong mostBytes) {

  /** How much more it may use, if it has a limit; not less than 0. */
  public OptionalLong freeBytes() {
    return mostBytes.isPresent()
        ? OptionalLong.of(Math.max(0, mostBytes.getAsLong() - usedBytes))
        : OptionalLong.empty();
  }
}
