package io.amoeba.coordinator.analyze;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.NodeMatch;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * For one snapshot: the node of every hash slot's primary, and the subtasks of an operator by node.
 * Immutable after construction, safe for concurrent use.
 */
public final class HashSlotHomes {

  private final NodeMatch match;
  private final @Nullable String[] nodeOfHashSlot = new @Nullable String[HashSlot.COUNT];

  /** The homes in a snapshot. */
  public HashSlotHomes(ClusterSnapshot snapshot) {
    this(snapshot, snapshot.nodes());
  }

  /** The homes in a snapshot, by other names of its nodes. */
  public HashSlotHomes(ClusterSnapshot snapshot, NodeMatch match) {
    this.match = match;
    for (Primary primary : snapshot.primaries()) {
      String node = match.of(primary);
      for (HashSlotSpan span : primary.hashSlots()) {
        for (int hashSlot = span.from(); hashSlot <= span.to(); hashSlot++) {
          nodeOfHashSlot[hashSlot] = node;
        }
      }
    }
  }

  /** Node of a hash slot's primary, null if it has none. */
  public @Nullable String nodeOf(int hashSlot) {
    return nodeOfHashSlot[hashSlot];
  }

  /** Number of hash slots without a primary. */
  public int uncovered() {
    int uncovered = 0;
    for (String node : nodeOfHashSlot) {
      uncovered += node == null ? 1 : 0;
    }
    return uncovered;
  }

  /** Number of hash slots of each node that has some. */
  public Map<String, Integer> hashSlotsByNode() {
    Map<String, Integer> byNode = new HashMap<>();
    int from = 0;
    for (int hashSlot = 1; hashSlot <= HashSlot.COUNT; hashSlot++) {
      String node = nodeOfHashSlot[from];
      // Neighbours mostly share a node: this runs at every look, and names are slow to compare.
      if (hashSlot == HashSlot.COUNT || !Objects.equals(nodeOfHashSlot[hashSlot], node)) {
        if (node != null) {
          byNode.merge(node, hashSlot - from, Integer::sum);
        }
        from = hashSlot;
      }
    }
    return byNode;
  }

  /** Share of the hash slots (0 … 1) whose primary is on one of these nodes. */
  public double shareOn(Set<String> nodes) {
    Map<String, Integer> hashSlots = hashSlotsByNode();
    hashSlots.keySet().retainAll(nodes);
    return (double) hashSlots.values().stream().mapToInt(Integer::intValue).sum() / HashSlot.COUNT;
  }

  /** Subtasks of an operator by node, in the order of their index. */
  public Map<String, List<Integer>> subtasksByNode(StreamOperator operator) {
    Map<String, List<Integer>> byNode = new LinkedHashMap<>();
    for (Subtask subtask : operator.subtasks()) {
      byNode.computeIfAbsent(match.of(subtask), node -> new ArrayList<>()).add(subtask.index());
    }
    return Collections.unmodifiableMap(byNode);
  }

  /**
   * For every hash slot the node of the subtask that has its key group.
   *
   * @param operator a keyed one, whose key groups are hash slots
   */
  public String[] nodeOfKeyGroup(StreamOperator operator) {
    String[] nodeOfSubtask = nodeOfSubtask(operator);
    String[] nodes = new String[HashSlot.COUNT];
    for (int hashSlot = 0; hashSlot < nodes.length; hashSlot++) {
      nodes[hashSlot] =
          nodeOfSubtask[
              KeyGroups.subtaskOf(hashSlot, operator.maxParallelism(), operator.parallelism())];
    }
    return nodes;
  }

  /**
   * Share of the hash slots (0 … 1) whose primary is on the node of their key group.
   *
   * @param operator a keyed one, whose key groups are hash slots
   */
  public double shareAtKeyGroup(StreamOperator operator) {
    String[] wanted = nodeOfKeyGroup(operator);
    int there = 0;
    for (int hashSlot = 0; hashSlot < wanted.length; hashSlot++) {
      there += wanted[hashSlot].equals(nodeOfHashSlot[hashSlot]) ? 1 : 0;
    }
    return (double) there / wanted.length;
  }

  /**
   * Share of the hash slots (0 … 1) whose subtask is on their primary's node; 0 while the map by
   * which the operator works is not known.
   *
   * @param operator one behind a custom-partitioned exchange
   */
  public double shareRouted(StreamOperator operator, @Nullable PlacementMap map) {
    return map != null && map.parallelism() == operator.parallelism()
        ? shareOf(map.toArray(), nodeOfSubtask(operator))
        : 0;
  }

  /**
   * Share of the hash slots (0 … 1) whose owner is on their primary's node.
   *
   * @param owners subtask of every hash slot
   */
  public double shareOf(int[] owners, String[] nodeOfSubtask) {
    int aligned = 0;
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      aligned += nodeOfSubtask[owners[hashSlot]].equals(nodeOfHashSlot[hashSlot]) ? 1 : 0;
    }
    return (double) aligned / HashSlot.COUNT;
  }

  /** Node of every subtask of an operator. */
  public String[] nodeOfSubtask(StreamOperator operator) {
    String[] nodes = new String[operator.parallelism()];
    for (int subtask = 0; subtask < nodes.length; subtask++) {
      nodes[subtask] = "";
    }
    for (Subtask subtask : operator.subtasks()) {
      if (subtask.index() < nodes.length) {
        nodes[subtask.index()] = match.of(subtask);
      }
    }
    return nodes;
  }
}
