package io.amoeba.freshreads.choice.simulation;

import java.util.List;

/**
 * A primary, which is node 0, its replicas, and client processes.
 *
 * @param nodes primary and replicas
 * @param readCost of a read of the application, in GETs; probes are GETs
 * @param probeNanos time between two heartbeats of one process
 */
record Topology(int processes, List<Node> nodes, double readCost, long probeNanos) {

  /**
   * One server.
   *
   * @param oneWayNanos from the clients
   * @param speed 1 is a Redis server that serves a GET in 10 µs
   * @param stale whether the replica is too stale to be read
   */
  record Node(long oneWayNanos, double speed, boolean stale) {}

  private static final Node FAR = new Node(50_000, 1, false);

  static Topology of(int processes) {
    return new Topology(processes, List.of(FAR, FAR, FAR), 1, 250_000_000);
  }

  Topology withOneWayMicros(long primary, long replicas) {
    Node replica = new Node(replicas * 1000, 1, false);
    return with(new Node(primary * 1000, 1, false), replica, replica);
  }

  Topology withSpeedOfLastReplica(double factor) {
    return with(FAR, FAR, new Node(FAR.oneWayNanos(), factor, false));
  }

  Topology withStaleReplica() {
    return with(FAR, FAR, new Node(FAR.oneWayNanos(), 1, true));
  }

  private Topology with(Node... others) {
    return new Topology(processes, List.of(others), readCost, probeNanos);
  }

  Topology withReadCost(double gets) {
    return new Topology(processes, nodes, gets, probeNanos);
  }

  Topology withProbesEveryMillis(long millis) {
    return new Topology(processes, nodes, readCost, millis * 1_000_000);
  }
}
