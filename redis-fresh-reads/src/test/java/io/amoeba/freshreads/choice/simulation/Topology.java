package io.amoeba.freshreads.choice.simulation;

import io.amoeba.freshreads.link.HeartbeatPace;
import java.util.List;

/**
 * A primary, which is node 0, its replicas, and client processes.
 *
 * @param nodes primary and replicas
 */
record Topology(int processes, List<Node> nodes, Costs costs, Heartbeats heartbeats) {

  /**
   * One server.
   *
   * @param oneWayNanos from the clients
   * @param speed 1 is a Redis server that serves a GET in 10 µs
   * @param stale whether the replica is too stale to be read
   */
  record Node(long oneWayNanos, double speed, boolean stale) {}

  /**
   * Times of a server for the application's requests.
   *
   * @param appliedNanos for a write that a replica applies
   */
  record Costs(long readNanos, long writeNanos, long appliedNanos) {}

  /**
   * Heartbeats of one process.
   *
   * @param boundNanos after which a proof lapses
   * @param share of the reads; 1 is no limit
   */
  record Heartbeats(long everyNanos, long boundNanos, double share) {
    HeartbeatPace pace() {
      return new HeartbeatPace(everyNanos, share, 0);
    }
  }

  static final Costs GET_AND_SET = new Costs(10_000, 16_000, 8_000);

  /** The library's defaults with a bound of a second. */
  private static final Heartbeats DEFAULT = new Heartbeats(250_000_000, 1_000_000_000, 0.01);

  private static final Node FAR = new Node(50_000, 1, false);

  static Topology of(int processes) {
    return new Topology(processes, List.of(FAR, FAR, FAR), GET_AND_SET, DEFAULT);
  }

  Topology withOneWayMicros(long primary, long replicas) {
    Node replica = new Node(replicas * 1000, 1, false);
    return with(new Node(primary * 1000, 1, false), replica, replica);
  }

  Topology withSpeed(double factor) {
    Node slow = new Node(FAR.oneWayNanos(), factor, false);
    return with(slow, slow, slow);
  }

  Topology withSpeedOfLastReplica(double factor) {
    return with(FAR, FAR, new Node(FAR.oneWayNanos(), factor, false));
  }

  Topology withStaleReplica() {
    return with(FAR, FAR, new Node(FAR.oneWayNanos(), 1, true));
  }

  private Topology with(Node... others) {
    return new Topology(processes, List.of(others), costs, heartbeats);
  }

  /**
   * With dearer reads.
   *
   * @param gets cost of a read in GETs; probes are GETs
   */
  Topology withReadCost(double gets) {
    long nanos = Math.round(gets * GET_AND_SET.readNanos());
    return with(new Costs(nanos, costs.writeNanos(), costs.appliedNanos()));
  }

  /** With requests that all cost the same, applied writes included. */
  Topology withCostOfRequests(double gets) {
    long nanos = Math.round(gets * GET_AND_SET.readNanos());
    return with(new Costs(nanos, nanos, nanos));
  }

  private Topology with(Costs others) {
    return new Topology(processes, nodes, others, heartbeats);
  }

  /** With heartbeats whose rate does not depend on the reads, and proofs that never lapse. */
  Topology withProbesEveryMillis(long millis) {
    return new Topology(
        processes, nodes, costs, new Heartbeats(millis * 1_000_000, Long.MAX_VALUE / 4, 1));
  }
}
