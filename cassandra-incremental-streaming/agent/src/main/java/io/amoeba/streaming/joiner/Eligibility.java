package io.amoeba.streaming.joiner;

import io.amoeba.streaming.protocol.join.ClusterSnapshot;
import io.amoeba.streaming.protocol.join.Member;
import io.amoeba.streaming.ring.Rings;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.locator.AbstractReplicationStrategy;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.NetworkTopologyStrategy;
import org.apache.cassandra.locator.SimpleStrategy;
import org.apache.cassandra.locator.TokenMetadata;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.service.StorageService;

/**
 * Whether a node can join this cluster in steps; the proofs behind it hold for these cases only.
 * Asked before the join, and again and again while it runs. Confined to the join's thread.
 */
final class Eligibility {

  private final String releaseLine;

  Eligibility(String releaseLine) {
    this.releaseLine = releaseLine;
  }

  /** Why it cannot, and what to do about it: what waiting does not change. */
  Optional<String> lasting() {
    return first(
        List.of(
            partitioner(),
            way(),
            Schema.instance.distributedKeyspaces().names().stream()
                .map(this::keyspace)
                .flatMap(Optional::stream)
                .findFirst()));
  }

  /** Why it cannot at the moment; gossip may not have told everything yet. */
  Optional<String> passing(ClusterSnapshot cluster) {
    return first(List.of(otherChange(cluster), members(cluster.members())));
  }

  private static Optional<String> first(List<Optional<String>> obstacles) {
    return obstacles.stream().flatMap(Optional::stream).findFirst();
  }

  private static Optional<String> partitioner() {
    return DatabaseDescriptor.getPartitioner() instanceof Murmur3Partitioner
        ? Optional.empty()
        : Optional.of(
            "the partitioner is "
                + DatabaseDescriptor.getPartitionerName()
                + "; only Murmur3Partitioner is supported");
  }

  private static Optional<String> way() {
    if (StorageService.instance.isReplacing()) {
      return Optional.of("it replaces another node, whose tokens it takes at once");
    }
    return StorageService.instance.isSurveyMode()
        ? Optional.of("it is in write survey mode, in which it must not serve reads")
        : Optional.empty();
  }

  private static Optional<String> otherChange(ClusterSnapshot cluster) {
    return cluster
        .otherChange()
        .or(
            () ->
                cluster
                    .rival(rival -> rival.serves() || rival.pending())
                    .map(rival -> "joining: " + rival.endpoint()))
        .map(change -> "the topology changes (" + change + "); wait for it");
  }

  private Optional<String> members(Collection<Member> members) {
    Set<String> without = new TreeSet<>();
    Set<String> otherRelease = new TreeSet<>();
    for (Member member : members) {
      if (!member.hasAgent()) {
        without.add(member.endpoint() + member.standing());
      }
      if (!member.release().startsWith(releaseLine + ".")) {
        otherRelease.add(member.endpoint() + " (" + member.release() + ")");
      }
    }
    if (!without.isEmpty()) {
      return Optional.of(
          "these nodes do not run this agent: " + without + "; install it there and start them");
    }
    return otherRelease.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "these nodes do not run Cassandra "
                + releaseLine
                + ": "
                + otherRelease
                + "; upgrade them first");
  }

  private Optional<String> keyspace(String name) {
    KeyspaceMetadata metadata = Schema.instance.getKeyspaceMetadata(name);
    AbstractReplicationStrategy strategy = Keyspace.open(name).getReplicationStrategy();
    if (metadata != null && !metadata.views.isEmpty()) {
      return Optional.of("keyspace " + name + " has materialized views, which are not supported");
    }
    if (strategy.hasTransientReplicas()) {
      return Optional.of("keyspace " + name + " has transient replicas, which are not supported");
    }
    if (strategy.getClass() == NetworkTopologyStrategy.class) {
      return inDatacenter(name, (NetworkTopologyStrategy) strategy);
    }
    if (strategy.getClass() != SimpleStrategy.class) {
      return Optional.of(
          "keyspace "
              + name
              + " uses "
              + strategy.getClass().getName()
              + "; only SimpleStrategy and NetworkTopologyStrategy are supported");
    }
    return tooFew(
        name,
        strategy.getReplicationFactor().allReplicas,
        others(Rings.current().getAllMembers()).size(),
        "the cluster");
  }

  /** The nodes that were there before this one, which has tokens itself after its first step. */
  private static Set<InetAddressAndPort> others(Collection<InetAddressAndPort> nodes) {
    Set<InetAddressAndPort> others = new LinkedHashSet<>(nodes);
    others.remove(Rings.self());
    return others;
  }

  private static Optional<String> tooFew(String keyspace, int replicas, int nodes, String where) {
    return nodes >= replicas
        ? Optional.empty()
        : Optional.of(
            "keyspace "
                + keyspace
                + " wants "
                + replicas
                + " replicas in "
                + where
                + ", which has "
                + nodes
                + " nodes: nobody loses what this node gains; lower its replication factor or join"
                + " without steps");
  }

  private static Optional<String> inDatacenter(String keyspace, NetworkTopologyStrategy strategy) {
    IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();
    String dc = snitch.getLocalDatacenter();
    int replicas = strategy.getReplicationFactor(dc).allReplicas;
    TokenMetadata.Topology topology = Rings.copy().getTopology();
    Set<InetAddressAndPort> nodes = others(topology.getDatacenterEndpoints().get(dc));
    Set<String> racks = new TreeSet<>();
    nodes.forEach(node -> racks.add(snitch.getRack(node)));
    Optional<String> tooFew =
        replicas == 0
            ? Optional.empty()
            : tooFew(keyspace, replicas, nodes.size(), "data centre " + dc);
    if (tooFew.isEmpty() && racks.size() < replicas && !racks.contains(snitch.getLocalRack())) {
      return Optional.of(
          "rack "
              + snitch.getLocalRack()
              + " is new and data centre "
              + dc
              + " has fewer racks than keyspace "
              + keyspace
              + " has replicas: the first token would take everything; join without steps");
    }
    return tooFew;
  }
}
