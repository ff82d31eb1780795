package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.monitor.Primary;
import io.amoeba.coordinator.monitor.ServerMemory;
import io.amoeba.coordinator.plan.migration.MigratingPrimary;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
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
    if (action instanceof HashSlotMoves moves) {
      for (HashSlotMove move : moves.moves()) {
        OptionalLong moved = of(move.from(), move.hashSlotCount(), primaries);
        if (moved.isEmpty()) {
          return moved;
        }
        bytes += moved.getAsLong();
      }
    } else if (action instanceof MigratePrimaries migrations) {
      for (MigratingPrimary migrating : migrations.migrations()) {
        OptionalLong moved =
            of(migrating.migration().primary(), migrating.hashSlotCount(), primaries);
        if (moved.isEmpty()) {
          return moved;
        }
        bytes += moved.getAsLong();
      }
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
