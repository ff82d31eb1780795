package io.amoeba.coordinator.monitor;

/** One subtask in its current attempt: where it runs since when (epoch milliseconds). Immutable. */
public record Subtask(
    int index, int attempt, long startMillis, String status, String host, String taskManager) {

  /** The same subtask on another host; empty: it is nowhere. */
  public Subtask on(String otherHost) {
    return new Subtask(index, attempt, startMillis, status, otherHost, taskManager);
  }
}
