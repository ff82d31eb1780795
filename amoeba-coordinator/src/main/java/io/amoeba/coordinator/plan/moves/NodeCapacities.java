package io.amoeba.coordinator.plan.moves;

import java.util.Map;

/**
 * What nodes may hold of the store. Immutable.
 *
 * @param each of every node
 * @param own of single nodes by name, instead of that
 */
public record NodeCapacities(NodeCapacity each, Map<String, NodeCapacity> own) {

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
}
