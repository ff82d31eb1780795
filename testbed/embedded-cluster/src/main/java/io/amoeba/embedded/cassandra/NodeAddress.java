package io.amoeba.embedded.cassandra;

/**
 * Where a node listens. Immutable.
 *
 * @param node number of the node, from 1
 * @param host its own loopback address
 * @param storagePort for other nodes; the same for all nodes of a cluster
 * @param nativePort for CQL clients; the same for all nodes of a cluster
 * @param jmxPort on 127.0.0.1; another one for each node
 */
record NodeAddress(int node, String host, int storagePort, int nativePort, int jmxPort) {

  NodeAddress at(String other) {
    return new NodeAddress(node, other, storagePort, nativePort, jmxPort);
  }
}
