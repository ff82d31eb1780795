package io.amoeba.coordinator.execute.migration;

import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.monitor.ServerMemory;
import java.util.List;
import java.util.Optional;

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
 * @param election what its process says of elections
 * @param writeGuards what would make it refuse writes as a primary
 */
public record ServerSight(
    ServerAddress address,
    KnownServer own,
    List<KnownServer> others,
    Replication replication,
    long keys,
    boolean clusterWorks,
    int openHashSlots,
    Optional<ServerMemory> memory,
    ElectionState election,
    WriteGuards writeGuards) {

  public ServerSight {
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

  @Override
  public String toString() {
    return address + " (" + id() + ")";
  }
}
