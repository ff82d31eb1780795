package io.amoeba.coordinator.cluster;

import io.amoeba.coordinator.upkeep.ServerWork;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a server answers to INFO, CLUSTER INFO and CONFIG GET. Immutable.
 *
 * @param keys number of keys that it holds, or -1 while it loads them
 * @param clusterWorks whether it says that the cluster's state is ok
 * @param memory empty: it does not tell
 * @param elections what its process says of elections
 * @param writeGuards what would make it refuse writes as a primary
 * @param work its saves and rewrites
 * @param fullCopies how often its process has sent a replica all data; empty: it does not tell
 */
public record ServerInfo(
    Replication replication,
    long keys,
    boolean clusterWorks,
    Optional<ServerMemory> memory,
    Elections elections,
    WriteGuards writeGuards,
    ServerWork work,
    OptionalLong fullCopies) {

  /**
   * What a server says of its replication. Immutable. Source: Redis command reference, INFO,
   * "replication".
   *
   * @param linkUp for a replica: whether its link to its primary works
   * @param syncing for a replica: whether it is receiving a whole copy
   * @param offset bytes of the replication stream: written by a primary, applied by a replica
   */
  public record Replication(boolean linkUp, boolean syncing, long offset) {

    /** Of a primary. */
    public static Replication ofPrimary(long offset) {
      return new Replication(false, false, offset);
    }
  }

  /**
   * What a server's process says of elections. Immutable. Source: Redis command references, CLUSTER
   * INFO and INFO "server". The counters begin again with the process; on Valkey 9.1 also with
   * CONFIG RESETSTAT, but not on Redis 6.2.11, 7.0.15, 7.2.6 and 8.6.3 and on Valkey 8.0.1 (seen on
   * all of them).
   *
   * @param process its run id, which a restart changes
   * @param requests requests for votes that it has sent, one to each server; empty: it does not
   *     tell, or its counter may have been reset
   * @param votes votes that it has given to replicas of other primaries
   * @param nodeTimeout its cluster-node-timeout; empty: it does not tell
   * @param failOverTimeout how long a manual failover may take; empty: it has no such setting, or
   *     does not tell
   * @param forgetful whether a new manual failover begins a new election, and primaries vote again,
   *     however early it comes: Valkey 8.1 and newer
   */
  public record Elections(
      String process,
      OptionalLong requests,
      long votes,
      Optional<Duration> nodeTimeout,
      Optional<Duration> failOverTimeout,
      boolean forgetful) {

    /** Of a server that does not tell its own: of nodes, or of a manual failover. */
    public static final Duration UNKNOWN_TIMEOUT = Duration.ofSeconds(60);

    private static final int NODE_TIMEOUTS = 4;
    private static final Duration LEAST = Duration.ofSeconds(4);
    private static final Duration MARGIN = Duration.ofSeconds(1);

    /**
     * How long a server keeps the votes of an election, with a second of margin. Source: {@code
     * auth_retry_time} in clusterHandleSlaveFailover.
     */
    public static Duration rest(Duration nodeTimeout) {
      Duration retry = nodeTimeout.multipliedBy(NODE_TIMEOUTS);
      return (retry.compareTo(LEAST) < 0 ? LEAST : retry).plus(MARGIN);
    }
  }
}
