package io.amoeba.coordinator.monitor;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The node of every task manager, primary and replica of a snapshot. Immutable.
 *
 * @param inTable task managers and primaries whose nodes the operator has named
 */
public record NodeMatch(
    Map<String, String> byTaskManager,
    Map<String, String> byPrimary,
    Map<String, String> byReplica,
    Set<String> inTable) {

  public NodeMatch {
    byTaskManager = Map.copyOf(byTaskManager);
    byPrimary = Map.copyOf(byPrimary);
    byReplica = Map.copyOf(byReplica);
    inTable = Set.copyOf(inTable);
  }

  /**
   * Only the nodes that the operator has named; all else is on a node called like its own host.
   * Other names depend on what else is there.
   */
  public NodeMatch ofTable() {
    Map<String, String> taskManagers = new HashMap<>(byTaskManager);
    Map<String, String> primaries = new HashMap<>(byPrimary);
    taskManagers.keySet().retainAll(inTable);
    primaries.keySet().retainAll(inTable);
    return new NodeMatch(taskManagers, primaries, byReplica, inTable);
  }

  /** Node of a subtask. */
  public String of(Subtask subtask) {
    return byTaskManager.getOrDefault(key(subtask), subtask.host());
  }

  /** Node of a task manager with free task slots. */
  public String of(FreeTaskSlots free) {
    return byTaskManager.getOrDefault(key(free), free.host());
  }

  /** Node of a primary. */
  public String of(Primary primary) {
    return byPrimary.getOrDefault(primary.id(), primary.host());
  }

  /** Node of a replica. */
  public String of(Replica replica) {
    return byReplica.getOrDefault(replica.id(), replica.host());
  }

  /** All nodes with subtasks, free task slots or primaries, by name. */
  public SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>(byTaskManager.values());
    Collection<String> stores = byPrimary.values();
    names.addAll(stores);
    return names;
  }

  static String key(Subtask subtask) {
    return key(subtask.taskManager(), subtask.host());
  }

  static String key(FreeTaskSlots free) {
    return key(free.taskManager(), free.host());
  }

  private static String key(String taskManager, String host) {
    return taskManager + "@" + host;
  }
}
