package io.amoeba.coordinator.monitor;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The node of every task manager and every primary of a snapshot. Immutable.
 *
 * @param inTable task managers and primaries whose nodes the operator has named
 */
public record NodeMatch(
    Map<String, String> byTaskManager, Map<String, String> byPrimary, Set<String> inTable) {

  public NodeMatch {
    byTaskManager = Map.copyOf(byTaskManager);
    byPrimary = Map.copyOf(byPrimary);
    inTable = Set.copyOf(inTable);
  }

  /**
   * What says where a subtask is and does not depend on what else is there, as names of nodes do
   * that the operator has not given.
   */
  public String fixedPlaceOf(Subtask subtask) {
    return inTable.contains(key(subtask)) ? of(subtask) : subtask.host();
  }

  /** The same for a primary. */
  public String fixedPlaceOf(Primary primary) {
    return inTable.contains(primary.id()) ? of(primary) : primary.host();
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

  /** All nodes, by name. */
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
