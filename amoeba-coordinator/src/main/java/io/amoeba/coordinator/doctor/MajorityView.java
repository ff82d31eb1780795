package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The cluster as most of its nodes see it: all nodes, and the id of each hash slot's primary
 * (empty: nobody's). {@code dissent} has the nodes that see other owners, with the number of hash
 * slots in which they differ. Immutable.
 */
record MajorityView(List<KnownServer> nodes, List<String> owners, Map<String, Integer> dissent) {

  MajorityView {
    nodes = List.copyOf(nodes);
    owners = List.copyOf(owners);
    dissent = Map.copyOf(dissent);
  }

  /** Empty if no node told its view. */
  static Optional<MajorityView> of(List<RedisNode.Answering> answering) {
    // In the order in which the nodes were asked.
    Map<List<String>, List<RedisNode.Answering>> byOwners = new LinkedHashMap<>();
    for (RedisNode.Answering node : answering) {
      if (!node.known().isEmpty()) {
        byOwners.computeIfAbsent(owners(node.known()), owners -> new ArrayList<>()).add(node);
      }
    }
    List<String> common = List.of();
    List<RedisNode.Answering> most = List.of();
    for (Map.Entry<List<String>, List<RedisNode.Answering>> entry : byOwners.entrySet()) {
      int more = entry.getValue().size() - most.size();
      if (more > 0 || (more == 0 && uncovered(entry.getKey()) < uncovered(common))) {
        common = entry.getKey();
        most = entry.getValue();
      }
    }
    if (most.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Integer> dissent = new HashMap<>();
    for (Map.Entry<List<String>, List<RedisNode.Answering>> entry : byOwners.entrySet()) {
      int differing = differing(entry.getKey(), common);
      if (differing > 0) {
        entry.getValue().forEach(node -> dissent.put(node.address(), differing));
      }
    }
    return Optional.of(new MajorityView(List.copyOf(most.get(0).known()), common, dissent));
  }

  private static List<String> owners(Collection<KnownServer> nodes) {
    String[] owners = new String[HashSlot.COUNT];
    Arrays.fill(owners, "");
    for (KnownServer node : nodes) {
      node.hashSlots().forEach(span -> Arrays.fill(owners, span.from(), span.to() + 1, node.id()));
    }
    return List.of(owners);
  }

  /** Hash slots without an owner. */
  int uncovered() {
    return uncovered(owners);
  }

  private static int uncovered(List<String> owners) {
    return Collections.frequency(owners, "");
  }

  private static int differing(List<String> a, List<String> b) {
    int differing = 0;
    for (int i = 0; i < a.size(); i++) {
      differing += a.get(i).equals(b.get(i)) ? 0 : 1;
    }
    return differing;
  }

  /** Primaries that own hash slots. */
  List<KnownServer> primaries() {
    return nodes.stream().filter(node -> node.isPrimary() && node.hashSlotCount() > 0).toList();
  }

  /** Replicas of a primary that are not thought down. */
  List<KnownServer> replicas(String primaryId) {
    return nodes.stream()
        .filter(node -> node.primaryId().equals(primaryId) && !node.isFailing())
        .toList();
  }

  boolean hasReplicas() {
    return nodes.stream().anyMatch(node -> !node.primaryId().isEmpty());
  }
}
