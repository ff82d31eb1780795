package io.amoeba.freshreads.choice.simulation;

/**
 * A primary, which is node 0, its replicas, and client processes.
 *
 * @param oneWayNanos from the clients to each node
 * @param speed of each node; 1 is a Redis server that serves a GET in 10 µs
 * @param stale which replicas are too stale to be read
 * @param readCost of a read of the application, in GETs; probes are GETs
 * @param probeNanos time between two heartbeats of one process
 */
record Topology(
    int processes,
    long[] oneWayNanos,
    double[] speed,
    boolean[] stale,
    double readCost,
    long probeNanos) {

  static Topology of(int processes) {
    return new Topology(
        processes,
        new long[] {50_000, 50_000, 50_000},
        new double[] {1, 1, 1},
        new boolean[3],
        1,
        250_000_000);
  }

  Topology withOneWayMicros(long primary, long replicas) {
    long[] oneWay = {primary * 1000, replicas * 1000, replicas * 1000};
    return new Topology(processes, oneWay, speed, stale, readCost, probeNanos);
  }

  Topology withSpeedOfLastReplica(double factor) {
    double[] speeds = {1, 1, factor};
    return new Topology(processes, oneWayNanos, speeds, stale, readCost, probeNanos);
  }

  Topology withStaleReplica() {
    boolean[] lastStale = {false, false, true};
    return new Topology(processes, oneWayNanos, speed, lastStale, readCost, probeNanos);
  }

  Topology withReadCost(double gets) {
    return new Topology(processes, oneWayNanos, speed, stale, gets, probeNanos);
  }

  Topology withProbesEveryMillis(long millis) {
    return new Topology(processes, oneWayNanos, speed, stale, readCost, millis * 1_000_000);
  }

  int nodes() {
    return speed.length;
  }

  long oneWayNanos(int node) {
    return oneWayNanos[node];
  }

  double speed(int node) {
    return speed[node];
  }
}
