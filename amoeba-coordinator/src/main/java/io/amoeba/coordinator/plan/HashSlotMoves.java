package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.plan.moves.HashSlotMove;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Hash slots that move between primaries with their keys, for one reason or another. Immutable. */
public sealed interface HashSlotMoves extends PlanAction
    permits MoveHashSlots, GrowStore, DrainStore {

  /** Moves between primaries, by their ids. */
  List<HashSlotMove> moves();

  /** {@code host:port} of each of these primaries, for people. */
  Map<String, String> addresses();

  /** A primary for people. */
  default String address(String primary) {
    return addresses().getOrDefault(primary, primary);
  }

  @Override
  default int movedHashSlots() {
    return moves().stream().mapToInt(HashSlotMove::hashSlotCount).sum();
  }

  /** Nobody has counted them. */
  @Override
  default OptionalLong movedKeys() {
    return OptionalLong.empty();
  }

  @Override
  default int effort() {
    return Math.max(1, movedHashSlots());
  }

  @Override
  default boolean changesStore() {
    return true;
  }
}
