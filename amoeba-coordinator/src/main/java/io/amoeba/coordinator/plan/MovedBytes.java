package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerMemory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How many bytes of keys a change moves: servers tell what all their keys take, of which each hash
 * slot is taken to have the same part. Stateless.
 */
final class MovedBytes {

  private MovedBytes() {}

  /** Bytes between nodes of the store; empty if one of the primaries has not told its memory. */
  static OptionalLong of(PlanAction action, List<Primary> all) {
    Map<String, Primary> primaries =
        all.stream().collect(Collectors.toMap(Primary::id, Function.identity()));
    long bytes = 0;
    for (Transfer transfer : action.transfers()) {
      OptionalLong moved = of(transfer.from(), transfer.hashSlotCount(), primaries);
      if (moved.isEmpty()) {
        return moved;
      }
      bytes += moved.getAsLong();
    }
    return OptionalLong.of(bytes);
  }

  private static OptionalLong of(String id, int hashSlots, Map<String, Primary> primaries) {
    Optional<Primary> from = Optional.ofNullable(primaries.get(id));
    Optional<ServerMemory> memory = from.flatMap(Primary::memory);
    int owned = from.map(Primary::hashSlotCount).orElse(0);
    return memory.isEmpty() || owned == 0
        ? OptionalLong.empty()
        : OptionalLong.of(Math.round((double) memory.get().dataBytes() * hashSlots / owned));
  }
}
