package io.amoeba.shift.cluster;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.locator.AbstractReplicationStrategy;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.NetworkTopologyStrategy;
import org.apache.cassandra.schema.Schema;

/** Whether nodes may be replicas of the same token ranges. Stateless. */
final class RangeSharing {

  /**
   * Whether no two nodes of a rack have a range in common: every keyspace of users has a replica in
   * each rack, or one in all.
   *
   * @param members of this node's data centre
   */
  boolean racksSeparate(List<InetAddressAndPort> members) {
    IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();
    Set<String> racks = new HashSet<>();
    members.forEach(member -> racks.add(snitch.getRack(member)));
    for (String keyspace : Schema.instance.getUserKeyspaces()) {
      int replicas = replicas(keyspace, snitch.getLocalDatacenter());
      if (replicas > 1 && replicas != racks.size()) {
        return false;
      }
    }
    return true;
  }

  /** In this data centre; other strategies ignore racks, so more than racks can be. */
  private static int replicas(String keyspace, String datacenter) {
    Keyspace open = Schema.instance.getKeyspaceInstance(keyspace);
    if (open == null) {
      // It has just been dropped.
      return 0;
    }
    // Not a new one of the metadata: each writes a line to the log.
    AbstractReplicationStrategy strategy = open.getReplicationStrategy();
    if (strategy instanceof NetworkTopologyStrategy byRack) {
      return byRack.getReplicationFactor(datacenter).allReplicas;
    }
    return strategy.getReplicationFactor().allReplicas > 1 ? Integer.MAX_VALUE : 1;
  }
}
