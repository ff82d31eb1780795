package io.amoeba.streaming.joining;

import io.amoeba.streaming.joining.JoinFacts.KeyspaceFacts;
import io.amoeba.streaming.protocol.join.ClusterSnapshot;
import io.amoeba.streaming.protocol.join.Member;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.locator.NetworkTopologyStrategy;
import org.apache.cassandra.locator.SimpleStrategy;
import org.apache.cassandra.schema.SchemaConstants;

/**
 * Whether a node can join this cluster incrementally; the proofs behind it hold for these cases
 * only. Checked before the join, and repeatedly while it runs. Confined to the join's thread.
 */
final class Eligibility {

  private static final String WITHOUT_STEPS = "join without steps (on-ineligible=stock)";

  private final String releaseLine;
  private final Supplier<JoinFacts> facts;

  Eligibility(String releaseLine, Supplier<JoinFacts> facts) {
    this.releaseLine = releaseLine;
    this.facts = facts;
  }

  /** Why it cannot, and what to do about it: what waiting does not change. */
  Optional<Obstacle> lasting() {
    JoinFacts now = facts.get();
    return first(
            List.of(
                partitioner(now),
                way(now),
                now.keyspaces().stream()
                    .filter(keyspace -> !isCassandras(keyspace))
                    .map(keyspace -> keyspace(keyspace, now.rack()))
                    .flatMap(Optional::stream)
                    .findFirst()))
        .map(Obstacle::of)
        .or(() -> ofCassandra(now));
  }

  /** Those of users are looked at first: they can be changed. */
  private static boolean isCassandras(KeyspaceFacts keyspace) {
    return SchemaConstants.isReplicatedSystemKeyspace(keyspace.name());
  }

  /**
   * No operator is advised to change Cassandra's own keyspaces, whose replicas new clusters do not
   * have.
   */
  private static Optional<Obstacle> ofCassandra(JoinFacts now) {
    return now.keyspaces().stream()
        .filter(keyspace -> isCassandras(keyspace))
        .filter(keyspace -> keyspace(keyspace, now.rack()).isPresent())
        .map(
            keyspace ->
                new Obstacle(
                    "Cassandra's own keyspace %s has %d replicas in %s, which has %d nodes%s"
                        .formatted(
                            keyspace.name(),
                            keyspace.replicas(),
                            keyspace.where(),
                            keyspace.others(),
                            keyspace.racks().isEmpty() ? "" : " in racks " + keyspace.racks()),
                    true))
        .findFirst();
  }

  /** Why it cannot at the moment; gossip may be incomplete yet. */
  Optional<Obstacle> passing(ClusterSnapshot cluster) {
    return first(List.of(otherChange(cluster), members(cluster.members()))).map(Obstacle::of);
  }

  private static Optional<String> first(List<Optional<String>> obstacles) {
    return obstacles.stream().flatMap(Optional::stream).findFirst();
  }

  private static Optional<String> partitioner(JoinFacts now) {
    return now.partitioner().equals(Murmur3Partitioner.class.getName())
        ? Optional.empty()
        : Optional.of(
            "the partitioner is "
                + now.partitioner()
                + "; only Murmur3Partitioner is supported, and a cluster keeps its partitioner: "
                + WITHOUT_STEPS);
  }

  private static Optional<String> way(JoinFacts now) {
    if (now.replacing()) {
      return Optional.of(
          "it replaces another node, whose tokens it takes at once: let it, without steps"
              + " (on-ineligible=stock), or remove that node (nodetool removenode) and start this"
              + " one without a replace_address option");
    }
    return now.survey()
        ? Optional.of(
            "it is in write survey mode, in which it must not serve reads: start it without"
                + " -Dcassandra.write_survey, or "
                + WITHOUT_STEPS)
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

  private static Optional<String> keyspace(KeyspaceFacts keyspace, String rack) {
    String named = "keyspace " + keyspace.name();
    if (keyspace.views()) {
      return Optional.of(
          named
              + " has materialized views, which are not supported: drop them and create them again"
              + " after the join, or "
              + WITHOUT_STEPS);
    }
    if (keyspace.transientReplicas()) {
      return Optional.of(
          named
              + " has transient replicas, which are not supported: alter its replication to full"
              + " replicas only, or "
              + WITHOUT_STEPS);
    }
    boolean byDatacenter = keyspace.strategy().equals(NetworkTopologyStrategy.class.getName());
    if (!byDatacenter && !keyspace.strategy().equals(SimpleStrategy.class.getName())) {
      return Optional.of(
          named
              + " uses "
              + keyspace.strategy()
              + "; only SimpleStrategy and NetworkTopologyStrategy are supported: alter its"
              + " replication to one of them, or "
              + WITHOUT_STEPS);
    }
    if (keyspace.replicas() > keyspace.others()) {
      return Optional.of(
          named
              + " wants "
              + keyspace.replicas()
              + " replicas in "
              + keyspace.where()
              + ", which has "
              + keyspace.others()
              + " nodes: no replica loses what this node gains; lower its replication factor, or "
              + WITHOUT_STEPS);
    }
    return byDatacenter
            && keyspace.racks().size() < keyspace.replicas()
            && !keyspace.racks().contains(rack)
        ? Optional.of(
            "rack "
                + rack
                + " is new and "
                + keyspace.where()
                + " has fewer racks than "
                + named
                + " has replicas: the first token would take everything; start this node in one of"
                + " the racks "
                + new TreeSet<>(keyspace.racks())
                + ", or "
                + WITHOUT_STEPS)
        : Optional.empty();
  }
}
