package io.amoeba.streaming.hooks;

import io.amoeba.streaming.protocol.Announcement;
import java.util.Map;
import java.util.Optional;
import org.apache.cassandra.locator.InetAddressAndPort;

/**
 * Which bootstraps get no data while nodes join in steps. A node that bootstraps without the agent
 * does not see the joining one: it would ask a replica that the joining node has replaced, and miss
 * what was written since. Immutable.
 *
 * @param joins what joining nodes have announced last, without those that were given up
 */
record BootstrapGate(Map<InetAddressAndPort, Announcement> joins) {

  BootstrapGate {
    joins = Map.copyOf(joins);
  }

  /**
   * The join because of which the newcomer's bootstrap must fail. A node that joins in steps itself
   * has its own rule for two joins. One that has announced but not finished any token may begin
   * anew without the agent; one that serves tokens may not, since members pass its BOOT over.
   *
   * @param runsAgent whether the newcomer's present process says so in gossip
   */
  Optional<InetAddressAndPort> inTheWayOf(InetAddressAndPort newcomer, boolean runsAgent) {
    if (runsAgent && joins.containsKey(newcomer)) {
      return Optional.empty();
    }
    return joins.entrySet().stream()
        .filter(join -> !join.getValue().isEmpty())
        .filter(join -> !join.getKey().equals(newcomer) || !join.getValue().done().isEmpty())
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
