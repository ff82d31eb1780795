package io.amoeba.streaming.joining;

import io.amoeba.streaming.joining.JoinFacts.KeyspaceFacts;
import io.amoeba.streaming.ring.Rings;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.locator.AbstractReplicationStrategy;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.NetworkTopologyStrategy;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.service.StorageService;

/** {@link JoinFacts} of the Cassandra that this code runs in. Stateless. */
final class CassandraFacts {

  private CassandraFacts() {}

  static JoinFacts read() {
    return new JoinFacts(
        DatabaseDescriptor.getPartitioner().getClass().getName(),
        StorageService.instance.isReplacing(),
        StorageService.instance.isSurveyMode(),
        DatabaseDescriptor.getEndpointSnitch().getLocalRack(),
        Schema.instance.distributedKeyspaces().names().stream()
            .map(CassandraFacts::keyspace)
            .toList());
  }

  private static KeyspaceFacts keyspace(String name) {
    KeyspaceMetadata metadata = Schema.instance.getKeyspaceMetadata(name);
    AbstractReplicationStrategy strategy = Keyspace.open(name).getReplicationStrategy();
    boolean views = metadata != null && !metadata.views.isEmpty();
    return strategy instanceof NetworkTopologyStrategy byDatacenter
        ? inDatacenter(name, views, byDatacenter)
        : new KeyspaceFacts(
            name,
            views,
            strategy.hasTransientReplicas(),
            strategy.getClass().getName(),
            "the cluster",
            strategy.getReplicationFactor().allReplicas,
            others(Rings.current().getAllMembers()).size(),
            Set.of());
  }

  private static KeyspaceFacts inDatacenter(
      String name, boolean views, NetworkTopologyStrategy strategy) {
    IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();
    String datacenter = snitch.getLocalDatacenter();
    Set<InetAddressAndPort> others =
        others(Rings.copy().getTopology().getDatacenterEndpoints().get(datacenter));
    return new KeyspaceFacts(
        name,
        views,
        strategy.hasTransientReplicas(),
        strategy.getClass().getName(),
        "data centre " + datacenter,
        strategy.getReplicationFactor(datacenter).allReplicas,
        others.size(),
        others.stream().map(snitch::getRack).collect(Collectors.toSet()));
  }

  /** The nodes that were there before this one, which has tokens itself after its first step. */
  private static Set<InetAddressAndPort> others(Collection<InetAddressAndPort> nodes) {
    Set<InetAddressAndPort> others = new HashSet<>(nodes);
    others.remove(Rings.self());
    return others;
  }
}
