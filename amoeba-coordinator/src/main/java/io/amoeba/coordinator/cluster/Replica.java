package io.amoeba.coordinator.cluster;

import io.amoeba.coordinator.upkeep.ServerUpkeep;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A replica of a primary, as of the last reading. Immutable.
 *
 * @param lagSeconds whole seconds since the primary heard from it last; empty: unknown
 * @param lagBytes of the replication stream that it lacked, or, if it did not answer, had not
 *     confirmed; empty: unknown
 * @param upkeep empty: it was not asked, or did not answer
 */
public record Replica(
    String id,
    String host,
    int port,
    OptionalLong lagSeconds,
    OptionalLong lagBytes,
    Optional<ServerUpkeep> upkeep) {

  /** A replica that was not asked for its background work. */
  public Replica(String id, String host, int port, OptionalLong lagSeconds, OptionalLong lagBytes) {
    this(id, host, port, lagSeconds, lagBytes, Optional.empty());
  }

  /** Where it takes clients, as it announces it. */
  public ServerAddress address() {
    return new ServerAddress(host, port);
  }
}
