package io.amoeba.embedded.cassandra;

/**
 * Addresses of a node. Immutable.
 *
 * @param node number of the node, from 1
 * @param host its own loopback address
 * @param storagePort for other nodes, the same on all nodes
 * @param nativePort for CQL clients, the same on all nodes
 * @param jmxPort on 127.0.0.1
 */
record NodeAddress(int node, String host, int storagePort, int nativePort, int jmxPort) {

  NodeAddress at(String other) {
    return new NodeAddress(node, other, storagePort, nativePort, jmxPort);
  }
}
