package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.yaml.YamlSection;
import java.util.HashMap;
import java.util.Map;

/**
 * What nodes may hold of the store. Immutable.
 *
 * @param each of every node
 * @param own of single nodes by name, instead of that
 */
public record NodeCapacities(NodeCapacity each, Map<String, NodeCapacity> own) {

  private static final String HASH_SLOTS = "maxHashSlots";
  private static final String BYTES = "maxBytes";

  /** No limit anywhere. */
  public static final NodeCapacities UNLIMITED =
      new NodeCapacities(NodeCapacity.UNLIMITED, Map.of());

  public NodeCapacities {
    own = Map.copyOf(own);
  }

  /** That of a node. */
  public NodeCapacity of(String node) {
    return own.getOrDefault(node, NodeCapacity.UNLIMITED).or(each);
  }

  static NodeCapacities read(YamlSection moves) {
    NodeCapacity each = NodeCapacity.read(moves, "maxHashSlotsPerNode", "maxBytesPerNode");
    Map<String, NodeCapacity> own = new HashMap<>();
    for (YamlSection entry : moves.sections("capacities")) {
      String node =
          entry.required("node", "a node's name", "The page and amoeba status show them.");
      NodeCapacity capacity = NodeCapacity.read(entry, HASH_SLOTS, BYTES);
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
}
