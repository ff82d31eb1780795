package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ServerAddress;

/** A server of a shard, that is a primary and its replicas. Immutable. */
public record ShardServer(String id, ServerAddress address) {

  public ShardServer {
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
