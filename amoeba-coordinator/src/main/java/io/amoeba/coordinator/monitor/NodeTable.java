package io.amoeba.coordinator.monitor;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.text.HostSyntax;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says which node (machine) a subtask or a primary is on: by the configured table first, whose
 * hosts are compared in every notation, then by equal addresses, then by equal names. Task managers
 * that have told the hosts of their machine are known by these. Safe for concurrent use if the
 * resolver is. Source: dissertation 5.2.1, metadata discovery.
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
    return match(subtasks, free, primaries, TaskManagerHosts.UNTOLD);
  }

  /** The same where task managers have told other names of their machines. */
  public NodeMatch match(
      List<Subtask> subtasks,
      List<FreeTaskSlots> free,
      List<Primary> primaries,
      TaskManagerHosts told) {
    HostGroups groups = new HostGroups();
    Map<String, String> byTaskManager = new HashMap<>();
    Map<String, String> byPrimary = new HashMap<>();
    for (Subtask subtask : subtasks) {
      byTaskManager.computeIfAbsent(
          NodeMatch.key(subtask),
          key -> nodeOf(subtask.taskManager(), subtask.host(), told, groups));
    }
    for (FreeTaskSlots slots : free) {
      byTaskManager.computeIfAbsent(
          NodeMatch.key(slots), key -> nodeOf(slots.taskManager(), slots.host(), told, groups));
    }
    for (Primary primary : primaries) {
      List<String> hosts = new ArrayList<>(List.of(primary.host()));
      hosts.addAll(primary.otherHosts());
      byPrimary.put(
          primary.id(), inTable(primary.port(), hosts).orElseGet(() -> groups.ofPrimary(hosts)));
    }
    Set<String> inTable = new HashSet<>();
    for (Map<String, String> nodes : List.of(byTaskManager, byPrimary)) {
      nodes.entrySet().stream()
          .filter(node -> !groups.contains(node.getValue()))
          .forEach(node -> inTable.add(node.getKey()));
      nodes.replaceAll((key, node) -> groups.name(node));
    }
    return new NodeMatch(byTaskManager, byPrimary, ofReplicas(primaries, groups), inTable);
  }

  /** Replicas are on nodes that others are on, or on their own: they name none. */
  private Map<String, String> ofReplicas(List<Primary> primaries, HostGroups groups) {
    Map<String, String> byReplica = new HashMap<>();
    for (Primary primary : primaries) {
      for (Replica replica : primary.replicas().all()) {
        List<String> hosts = List.of(replica.host());
        inTable(replica.port(), hosts)
            .or(() -> groups.find(hosts))
            .ifPresent(node -> byReplica.put(replica.id(), node));
      }
    }
    return byReplica;
  }

  /** The address by which Flink knows a task manager says nothing of its machine but here. */
  private String nodeOf(String taskManager, String host, TaskManagerHosts told, HostGroups groups) {
    Set<String> machine = new LinkedHashSet<>(List.of(host));
    machine.addAll(told.machine(taskManager));
    List<String> known = new ArrayList<>(machine);
    known.add(taskManager);
    known.add(told.ofAddress().getOrDefault(taskManager, host));
    return first(entry -> known.stream().anyMatch(name -> names(entry.flinkHosts(), name)))
        .or(() -> only(entry -> resolves(entry.flinkHosts(), List.copyOf(machine))))
        .orElseGet(() -> groups.ofTaskManager(List.copyOf(machine)));
  }

  /** An entry with the server's port is more exact than one with its host alone. */
  private Optional<String> inTable(int port, List<String> hosts) {
    return first(entry -> hosts.stream().anyMatch(host -> names(entry, host, port)))
        .or(() -> first(entry -> hosts.stream().anyMatch(host -> names(entry.redisHosts(), host))))
        .or(() -> only(entry -> resolves(withPort(entry, port), hosts)))
        .or(() -> only(entry -> resolves(entry.redisHosts(), hosts)));
  }

  private Optional<String> first(Predicate<NodeEntry> fits) {
    return entries.stream().filter(fits).map(NodeEntry::name).findFirst();
  }

  /** Several entries may have names of one address, by which they cannot be told apart. */
  private Optional<String> only(Predicate<NodeEntry> fits) {
    List<String> found = entries.stream().filter(fits).map(NodeEntry::name).toList();
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  private static boolean names(List<String> known, String host) {
    String canonical = HostSyntax.canonical(host);
    return known.stream().map(HostSyntax::canonical).anyMatch(canonical::equalsIgnoreCase);
  }

  private static boolean names(NodeEntry entry, String host, int port) {
    ServerAddress address = new ServerAddress(host, port);
    return addresses(entry).anyMatch(address::equals);
  }

  private static List<String> withPort(NodeEntry entry, int port) {
    return addresses(entry)
        .filter(address -> address.port() == port)
        .map(ServerAddress::host)
        .toList();
  }

  private static Stream<ServerAddress> addresses(NodeEntry entry) {
    return entry.redisHosts().stream().flatMap(text -> ServerAddress.parse(text).stream());
  }

  /** Whether a name of the table and a host lead to one address. */
  private boolean resolves(List<String> known, List<String> hosts) {
    Set<String> wanted = new HashSet<>();
    known.stream().filter(HostSyntax::isHost).forEach(name -> wanted.addAll(resolved(name)));
    return hosts.stream().anyMatch(host -> !Collections.disjoint(wanted, resolved(host)));
  }

  private Set<String> resolved(String host) {
    return resolver.addresses(HostSyntax.withoutBrackets(host)).stream()
        .map(HostSyntax::canonical)
        .collect(Collectors.toSet());
  }

  /** Hosts that share an address or a name, merged as they are met. */
  private final class HostGroups {

    private static final Comparator<String> SHORTEST_FIRST =
        Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    private final Map<String, String> groupOfAddress = new HashMap<>();
    private final Map<String, String> mergedInto = new HashMap<>();
    private final Map<String, SortedSet<String>> taskManagers = new HashMap<>();
    private final Map<String, SortedSet<String>> primaries = new HashMap<>();

    String ofTaskManager(List<String> hosts) {
      return of(hosts, taskManagers);
    }

    String ofPrimary(List<String> hosts) {
      return of(hosts, primaries);
    }

    private String of(List<String> hosts, Map<String, SortedSet<String>> names) {
      Set<String> keys = new TreeSet<>();
      for (String host : hosts) {
        keys.add(HostSyntax.canonical(host).toLowerCase(Locale.ROOT));
        keys.addAll(resolved(host));
      }
      String name = HostSyntax.canonical(hosts.get(0)).toLowerCase(Locale.ROOT);
      String group = "?" + name;
      for (String key : keys) {
        String other = root(groupOfAddress.getOrDefault(key, group));
        if (!other.equals(root(group))) {
          mergedInto.put(root(group), other);
        }
      }
      String root = root(group);
      keys.forEach(key -> groupOfAddress.put(key, root));
      names.computeIfAbsent(root, r -> new TreeSet<>(SHORTEST_FIRST)).add(name);
      return root;
    }

    /** The name of a group that has one of the hosts, or an address of them. */
    Optional<String> find(List<String> hosts) {
      return hosts.stream()
          .flatMap(
              host ->
                  Stream.concat(
                      Stream.of(HostSyntax.canonical(host).toLowerCase(Locale.ROOT)),
                      resolved(host).stream()))
          .filter(groupOfAddress::containsKey)
          .findFirst()
          .map(key -> name(groupOfAddress.getOrDefault(key, key)));
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

    /** Whether it is a group, and not a name of the table. */
    boolean contains(String node) {
      String root = root(node);
      return taskManagers.containsKey(root) || primaries.containsKey(root);
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
