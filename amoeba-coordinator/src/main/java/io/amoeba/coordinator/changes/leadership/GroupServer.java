package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.monitor.ServerAddress;

/** A server of a group, that is a primary and its replicas. Immutable. */
public record GroupServer(String id, ServerAddress address) {

  public GroupServer {
    address.checkPort();
    if (id.isEmpty()) {
      throw new IllegalArgumentException("the server at " + address + " has no id");
    }
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
