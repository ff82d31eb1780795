package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.ServerAddress;

/**
 * A Redis server that runs in cluster mode without hash slots and keys, whether it is a member of
 * the cluster yet or not, and the node that it is on. It takes one primary. Immutable.
 */
public record SpareServer(ServerAddress address, String node) {
  public SpareServer {
    address.checkPort();
  }
}
