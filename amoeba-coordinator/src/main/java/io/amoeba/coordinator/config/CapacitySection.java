package io.amoeba.coordinator.config;

import io.amoeba.coordinator.plan.moves.NodeCapacities;
import io.amoeba.coordinator.plan.moves.NodeCapacity;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/** Reads what nodes may hold of the store. Stateless. */
final class CapacitySection {

  private static final String HASH_SLOTS = "hashSlots";
  private static final String BYTES = "bytes";
  private static final String NO_LIMIT =
      "Remove the key for no limit; plans.moves.forbiddenNodes names nodes that get nothing.";

  private CapacitySection() {}

  static NodeCapacities read(ConfigSection moves) {
    NodeCapacity each = capacity(moves, "hashSlotsPerNode", "bytesPerNode");
    Map<String, NodeCapacity> own = new HashMap<>();
    for (ConfigSection entry : moves.sections("capacities")) {
      String node =
          entry.required("node", "a node's name", "The page and amoeba status show them.");
      NodeCapacity capacity = capacity(entry, HASH_SLOTS, BYTES);
      if (!entry.has(HASH_SLOTS) && !entry.has(BYTES)) {
        entry.problem(
            HASH_SLOTS, "missing", "given, or " + BYTES + " is", "Write what the node may hold.");
      }
      if (!node.isEmpty() && own.put(node, capacity) != null) {
        entry.problem(
            "node", "'" + node + "'", "different for every capacity", "Merge the capacities.");
      }
      entry.refuseUnknownKeys();
    }
    return new NodeCapacities(each, own);
  }

  private static NodeCapacity capacity(ConfigSection section, String hashSlots, String bytes) {
    return new NodeCapacity(hashSlots(section, hashSlots), section.bytes(bytes, NO_LIMIT));
  }

  private static OptionalInt hashSlots(ConfigSection section, String key) {
    return section.has(key)
        ? OptionalInt.of(section.number(key, 1, HashSlot.COUNT, HashSlot.COUNT))
        : OptionalInt.empty();
  }
}
