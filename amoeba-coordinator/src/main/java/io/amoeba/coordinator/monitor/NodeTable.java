package io.amoeba.coordinator.monitor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Says which node (machine) a subtask or a primary is on: by the configured table first, then by
 * equal addresses, then by equal names. Safe for concurrent use if the resolver is. Source:
 * dissertation 5.2.1, metadata discovery.
 */
public final class NodeTable {

  private final List<NodeEntry> entries;
  private final HostResolver resolver;

  /** A table; without entries, hosts with a common address are one node. */
  public NodeTable(List<NodeEntry> entries, HostResolver resolver) {
    this.entries = List.copyOf(entries);
    this.resolver = resolver;
  }

  /** Nodes of all subtasks and primaries of a snapshot. */
  public NodeMatch match(List<Subtask> subtasks, List<Primary> primaries) {
    return match(subtasks, List.of(), primaries);
  }

  /** Nodes of all subtasks, task managers with free task slots, and primaries of a snapshot. */
  public NodeMatch match(
      List<Subtask> subtasks, List<FreeTaskSlots> free, List<Primary> primaries) {
    HostGroups groups = new HostGroups();
    Set<String> inTable = new HashSet<>();
    Map<String, String> byTaskManager = new HashMap<>();
    Map<String, String> byPrimary = new HashMap<>();
    for (Subtask subtask : subtasks) {
      String key = NodeMatch.key(subtask);
      Optional<String> entry = inTable(subtask.taskManager(), subtask.host());
      entry.ifPresent(found -> inTable.add(key));
      byTaskManager.computeIfAbsent(
          key, first -> entry.orElseGet(() -> groups.ofTaskManager(subtask.host())));
    }
    for (FreeTaskSlots slots : free) {
      String key = NodeMatch.key(slots);
      Optional<String> entry = inTable(slots.taskManager(), slots.host());
      entry.ifPresent(found -> inTable.add(key));
      byTaskManager.computeIfAbsent(
          key, first -> entry.orElseGet(() -> groups.ofTaskManager(slots.host())));
    }
    for (Primary primary : primaries) {
      List<String> hosts = new ArrayList<>(List.of(primary.host()));
      hosts.addAll(primary.otherHosts());
      Optional<String> entry = inTable(primary, hosts);
      entry.ifPresent(found -> inTable.add(primary.id()));
      byPrimary.put(primary.id(), entry.orElseGet(() -> groups.ofPrimary(hosts)));
    }
    byTaskManager.replaceAll((key, node) -> groups.name(node));
    byPrimary.replaceAll((key, node) -> groups.name(node));
    return new NodeMatch(byTaskManager, byPrimary, inTable);
  }

  private Optional<String> inTable(String taskManager, String host) {
    return entries.stream()
        .filter(entry -> names(entry.flinkHosts(), taskManager) || names(entry.flinkHosts(), host))
        .map(NodeEntry::name)
        .findFirst();
  }

  /** An entry with the primary's port is more exact than one with its host alone. */
  private Optional<String> inTable(Primary primary, List<String> hosts) {
    Optional<String> exact =
        entries.stream()
            .filter(
                entry ->
                    hosts.stream()
                        .anyMatch(host -> names(entry.redisHosts(), host + ":" + primary.port())))
            .map(NodeEntry::name)
            .findFirst();
    return exact.or(
        () ->
            entries.stream()
                .filter(e -> hosts.stream().anyMatch(host -> names(e.redisHosts(), host)))
                .map(NodeEntry::name)
                .findFirst());
  }

  private static boolean names(List<String> known, String host) {
    return known.stream().anyMatch(host::equalsIgnoreCase);
  }

  /** Hosts that share an address or a name, merged as they are met. */
  private final class HostGroups {

    private static final Comparator<String> SHORTEST_FIRST =
        Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    private final Map<String, String> groupOfAddress = new HashMap<>();
    private final Map<String, String> mergedInto = new HashMap<>();
    private final Map<String, SortedSet<String>> taskManagers = new HashMap<>();
    private final Map<String, SortedSet<String>> primaries = new HashMap<>();

    String ofTaskManager(String host) {
      return of(List.of(host), taskManagers);
    }

    String ofPrimary(List<String> hosts) {
      return of(hosts, primaries);
    }

    private String of(List<String> hosts, Map<String, SortedSet<String>> names) {
      Set<String> keys = new TreeSet<>();
      for (String host : hosts) {
        keys.add(host.toLowerCase(Locale.ROOT));
        keys.addAll(resolver.addresses(host));
      }
      String group = "?" + hosts.get(0).toLowerCase(Locale.ROOT);
      for (String key : keys) {
        String other = root(groupOfAddress.getOrDefault(key, group));
        if (!other.equals(root(group))) {
          mergedInto.put(root(group), other);
        }
      }
      String root = root(group);
      keys.forEach(key -> groupOfAddress.put(key, root));
      names
          .computeIfAbsent(root, r -> new TreeSet<>(SHORTEST_FIRST))
          .add(hosts.get(0).toLowerCase(Locale.ROOT));
      return root;
    }

    /**
     * A group's shortest name, of its task managers if it has some: a primary that becomes a
     * replica is not seen any more, and must not take a name along. Names of the table pass
     * through.
     */
    String name(String group) {
      String root = root(group);
      SortedSet<String> names = taskManagers.getOrDefault(root, primaries.get(root));
      return names == null ? group : names.first();
    }

    private String root(String group) {
      String root = group;
      while (mergedInto.containsKey(root)) {
        root = mergedInto.get(root);
      }
      return root;
    }
  }
}
