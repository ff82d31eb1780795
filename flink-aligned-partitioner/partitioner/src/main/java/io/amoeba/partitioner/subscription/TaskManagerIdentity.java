package io.amoeba.partitioner.subscription;

import java.util.List;

/** The task manager as Flink's REST interface names it, and its node. Immutable. */
public final class TaskManagerIdentity {

  private final String id;
  private final String host;
  private final List<String> nodeHosts;

  /** Resource id and host of the task manager, as in Flink's metric scope. */
  public TaskManagerIdentity(String id, String host) {
    this(id, host, List.of());
  }

  private TaskManagerIdentity(String id, String host, List<String> nodeHosts) {
    this.id = id;
    this.host = host;
    this.nodeHosts = List.copyOf(nodeHosts);
  }

  /** The same on a node with these names and addresses; none: the host is the node's. */
  TaskManagerIdentity on(List<String> hosts) {
    return new TaskManagerIdentity(id, host, hosts);
  }

  String id() {
    return id;
  }

  String host() {
    return host;
  }

  List<String> nodeHosts() {
    return nodeHosts;
  }
}
