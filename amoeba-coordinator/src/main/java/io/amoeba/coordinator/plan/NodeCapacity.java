package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.yaml.YamlSection;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The most that the primaries of a node may come to own together: hash slots, and bytes of keys.
 * Empty: no limit. Immutable.
 */
public record NodeCapacity(OptionalInt hashSlots, OptionalLong bytes) {

  /** No limit. */
  public static final NodeCapacity UNLIMITED =
      new NodeCapacity(OptionalInt.empty(), OptionalLong.empty());

  /** This one, and where it has no limit, the other one's. */
  NodeCapacity or(NodeCapacity other) {
    return new NodeCapacity(
        hashSlots.isPresent() ? hashSlots : other.hashSlots,
        bytes.isPresent() ? bytes : other.bytes);
  }

  static NodeCapacity read(YamlSection section, String hashSlots, String bytes) {
    return new NodeCapacity(
        section.limit(hashSlots, 1, HashSlot.COUNT),
        section.sizeLimit(
            bytes,
            "Remove the key for no limit; plans.moves.forbiddenNodes names nodes that get nothing."));
  }
}
