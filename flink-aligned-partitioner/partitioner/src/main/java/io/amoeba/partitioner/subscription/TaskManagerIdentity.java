package io.amoeba.partitioner.subscription;

/** The task manager as Flink's REST interface names it. Immutable. */
public final class TaskManagerIdentity {

  private final String id;
  private final String host;

  /** Resource id and host of the task manager, as in Flink's metric scope. */
  public TaskManagerIdentity(String id, String host) {
    this.id = id;
    this.host = host;
  }

  String id() {
    return id;
  }

  String host() {
    return host;
  }
}
