package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The hash slots of a shard that an operator's subtasks on another node own while another server
 * leads. Durable from before the first map is published. Immutable.
 *
 * @param parts in the order of the hash slots, without overlap
 */
record FollowedMap(String job, String operator, int parallelism, List<Part> parts) {

  /** Hash slots {@code from … to} (both included), their owner of before, and the one meanwhile. */
  record Part(int from, int to, int home, int away) {}

  FollowedMap {
    parts = List.copyOf(parts);
  }

  /**
   * Gives what subtasks on the primary's node own of a shard to those on the candidate's node, in
   * equal parts.
   *
   * @param shard hash slots of the shard
   * @param now the map in force
   */
  static FollowedMap of(FollowingOperator operator, List<HashSlotSpan> shard, PlacementMap now) {
    List<Integer> moved = new ArrayList<>();
    for (HashSlotSpan span : shard) {
      for (int hashSlot = span.from(); hashSlot <= span.to(); hashSlot++) {
        if (operator.home().contains(now.subtask(hashSlot))) {
          moved.add(hashSlot);
        }
      }
    }
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < moved.size(); i++) {
      int hashSlot = moved.get(i);
      int home = now.subtask(hashSlot);
      int away = operator.away().get((int) ((long) i * operator.away().size() / moved.size()));
      Part last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
      if (last != null && last.to() + 1 == hashSlot && last.home() == home && last.away() == away) {
        parts.set(parts.size() - 1, new Part(last.from(), hashSlot, home, away));
      } else {
        parts.add(new Part(hashSlot, hashSlot, home, away));
      }
    }
    return new FollowedMap(operator.job(), operator.operator(), operator.parallelism(), parts);
  }

  EdgeId edge() {
    return new EdgeId(job, operator);
  }

  /** A map with these hash slots at the candidate's node, and all others where they are. */
  PlacementMap away(PlacementMap now) {
    return with(now, Part::away);
  }

  /** A map with these hash slots where they were, and all others where they are. */
  PlacementMap home(PlacementMap now) {
    return with(now, Part::home);
  }

  private PlacementMap with(PlacementMap now, ToIntFunction<Part> owner) {
    int[] owners = now.toArray();
    for (Part part : parts) {
      for (int hashSlot = part.from(); hashSlot <= part.to(); hashSlot++) {
        owners[hashSlot] = owner.applyAsInt(part);
      }
    }
    return PlacementMap.of(now.epoch(), parallelism, owners);
  }
}
