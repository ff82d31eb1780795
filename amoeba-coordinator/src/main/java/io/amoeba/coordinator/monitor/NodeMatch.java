package io.amoeba.coordinator.monitor;

import java.util.Collection;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The node of every task manager and every primary of a snapshot. Immutable. */
public record NodeMatch(Map<String, String> byTaskManager, Map<String, String> byPrimary) {

  public NodeMatch {
    byTaskManager = Map.copyOf(byTaskManager);
    byPrimary = Map.copyOf(byPrimary);
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
