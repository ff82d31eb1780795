package io.amoeba.streaming.hooks;

import io.amoeba.streaming.member.KnownJoin;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * Which bootstraps get no data during incremental joins. A node that bootstraps without the agent
 * does not see the joining one: it would ask a replica that the joining node has replaced, and miss
 * what was written since. Immutable.
 *
 * @param joins those of other nodes and this one, without those that were given up
 */
record BootstrapGate(List<KnownJoin> joins) {

  BootstrapGate {
    joins = List.copyOf(joins);
  }

  /**
   * The node that joins, and because of which the new node's bootstrap must fail. A host that joins
   * incrementally itself has its own rule for two joins. One that has announced but not finished
   * any token may start again without the agent; one that serves tokens may not, since members pass
   * its BOOT over.
   *
   * @param newNode its address; the joining node that was there before was perhaps wiped
   * @param host its host id
   * @param runsAgent whether its present process announces the agent in gossip
   */
  Optional<InetAddressAndPort> inTheWayOf(
      InetAddressAndPort newNode, UUID host, boolean runsAgent) {
    if (runsAgent && joins.stream().anyMatch(join -> join.host().equals(host))) {
      return Optional.empty();
    }
    return joins.stream()
        .filter(join -> !join.last().isEmpty())
        .filter(join -> !isOf(join, newNode, host) || !join.last().done().isEmpty())
        .map(KnownJoin::endpoint)
        .findFirst();
  }

  private static boolean isOf(KnownJoin join, InetAddressAndPort newNode, UUID host) {
    return join.host().equals(host) || join.endpoint().equals(newNode);
  }
}
