package io.amoeba.coordinator.cluster;

import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.monitor.ServerMemory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a server says of itself and of the others. Immutable.
 *
 * @param address where it was asked
 * @param own its own line: role, claim, hash slots
 * @param others all others that it knows
 * @param keys number of keys that it holds, or -1 while it loads them
 * @param clusterWorks whether it says that the cluster's state is ok
 * @param openHashSlots hash slots that it has noted as half moved
 * @param memory empty: it does not tell
 * @param elections what its process says of elections
 * @param writeGuards what would make it refuse writes as a primary
 */
public record ServerView(
    ServerAddress address,
    KnownServer own,
    List<KnownServer> others,
    Replication replication,
    long keys,
    boolean clusterWorks,
    int openHashSlots,
    Optional<ServerMemory> memory,
    Elections elections,
    WriteGuards writeGuards) {

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
      boolean forgetful) {}

  public ServerView {
    others = List.copyOf(others);
  }

  /** Its id. */
  public String id() {
    return own.id();
  }

  /** Whether it says that it is a primary. */
  public boolean isPrimary() {
    return own.isPrimary();
  }

  /** Whether it is a primary that owns hash slots, in its own view. */
  public boolean ownsHashSlots() {
    return isPrimary() && !own.hashSlots().isEmpty();
  }

  /** How it sees a server, itself included. */
  public Optional<KnownServer> sees(String id) {
    if (own.id().equals(id)) {
      return Optional.of(own);
    }
    return others.stream().filter(other -> other.id().equals(id)).findFirst();
  }

  /** Whether it knows a server and does not doubt it. */
  public boolean trusts(String id) {
    return sees(id).filter(seen -> seen.health() == KnownServer.Health.GOOD).isPresent();
  }

  /**
   * Members of another cluster that it knows: joining it would make one cluster of two. Those that
   * are no longer reached count, too.
   */
  public List<KnownServer> ofAnotherCluster(ServerView primary) {
    Set<String> members =
        primary.others().stream().map(KnownServer::id).collect(Collectors.toSet());
    members.add(primary.id());
    return others.stream()
        .filter(other -> other.health() != KnownServer.Health.HANDSHAKE)
        .filter(other -> !members.contains(other.id()))
        .toList();
  }

  /** Its memory, if its limit is lower than a primary's: one at its own limit fits the same. */
  public Optional<ServerMemory> lowerMemory(ServerView primary) {
    return memory
        .filter(own -> own.mostBytes().isPresent())
        .filter(
            own ->
                primary.memory().stream()
                    .allMatch(
                        other ->
                            other.mostBytes().orElse(Long.MAX_VALUE)
                                > own.mostBytes().getAsLong()));
  }

  @Override
  public String toString() {
    return address + " (" + id() + ")";
  }
}
