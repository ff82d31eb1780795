package io.amoeba.embedded;

/** The loopback addresses that stand for hosts: 127.0.1.1 for node 1, and so on. */
final class NodeHosts {
  static final int MAX_NODES = 254;
  private static final String PREFIX = "127.0.1.";

  private NodeHosts() {}

  static String of(int node) {
    if (node < 1 || node > MAX_NODES) {
      throw new IllegalArgumentException("Node " + node + " is not between 1 and " + MAX_NODES);
    }
    return PREFIX + node;
  }
}
