package io.amoeba.experiments.freshreads;

import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;

/** A primary with two replicas in cluster mode. Confined to one thread. */
interface ReplicatedServers extends AutoCloseable {
  int REPLICAS = 2;

  /** A client of the cluster; its user closes it. */
  RedisClusterClient newClient();

  /** Limits the servers' CPU time, if they can be. */
  void limit();

  /** Disturbs the last replica until {@link #restore}. */
  void disturb(Scenario.Fault fault);

  /** Ends the disturbance, and waits until the replica has what it missed. */
  void restore();

  /** For the report: what they are, and their CPU time. */
  String description();

  @Override
  void close();

  /** Without a limit on requests that wait for a slow server. */
  static ClusterClientOptions options() {
    return ClusterClientOptions.builder().publishOnScheduler(false).build();
  }

  /** Whether a replica has what its primary had before, by INFO of both, the primary's first. */
  static boolean isInSync(String primary, String replica) {
    return replica.contains("master_link_status:up")
        && offset(replica, "slave_repl_offset:") >= offset(primary, "master_repl_offset:");
  }

  private static long offset(String info, String name) {
    int start = info.indexOf(name) + name.length();
    return Long.parseLong(info.substring(start, info.indexOf('\r', start)));
  }
}
