package io.amoeba.hints.cluster;

import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.hotset.TokenRange;
import io.amoeba.hints.protocol.targets.ReplicaPlace;
import io.amoeba.hints.protocol.targets.TargetPolicy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.dht.IPartitioner;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.locator.EndpointsForToken;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.Replica;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.StorageService;
import org.jspecify.annotations.Nullable;

/**
 * The replicas of hints, with what is known of nodes and tables for the moment: make a new one for
 * each interval. Confined to one thread.
 */
public final class HintReplicas {

  private final IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();
  private final String localDatacenter = snitch.getLocalDatacenter();
  private final Map<InetAddressAndPort, Node> nodes = new HashMap<>();
  private final Map<UUID, Optional<Table>> tables = new HashMap<>();

  /** Where a node stands, and whether a hint can be sent there. */
  private record Node(String datacenter, String rack, boolean reachable) {}

  private record Table(Keyspace keyspace, IPartitioner partitioner) {}

  /** Replicas that are to get the hint, when these have answered. */
  public List<InetAddressAndPort> targets(
      ReadHint hint, Set<InetAddressAndPort> contacted, TargetPolicy policy) {
    Place place = place(hint);
    EndpointsForToken natural = place == null ? null : place.natural();
    // Not the pending ones: what they have not been streamed yet warms nothing, and before they
    // serve they ask for the hot set.
    if (natural == null || contacted.size() >= natural.size()) {
      return List.of();
    }
    List<ReplicaPlace<InetAddressAndPort>> places = new ArrayList<>(natural.size());
    for (Replica replica : natural) {
      InetAddressAndPort endpoint = replica.endpoint();
      Node node = nodes.computeIfAbsent(endpoint, this::node);
      places.add(
          new ReplicaPlace<>(
              endpoint,
              node.datacenter(),
              node.rack(),
              contacted.contains(endpoint),
              replica.isFull() && node.reachable()));
    }
    return policy.targets(places, localDatacenter);
  }

  private Node node(InetAddressAndPort endpoint) {
    return new Node(
        snitch.getDatacenter(endpoint), snitch.getRack(endpoint), Peers.isReachable(endpoint));
  }

  /**
   * Whether the endpoint has the hint's key or is about to have it, and the key is in these ranges.
   *
   * @param ranges none for all
   */
  public boolean isReplica(ReadHint hint, InetAddressAndPort endpoint, List<TokenRange> ranges) {
    Place place = place(hint);
    return place != null
        && (ranges.isEmpty() || place.isIn(ranges))
        && (place.natural().endpoints().contains(endpoint)
            || place.pending().endpoints().contains(endpoint));
  }

  /** A key's place in the ring. */
  private record Place(Keyspace keyspace, Token token) {

    EndpointsForToken natural() {
      return keyspace.getReplicationStrategy().getNaturalReplicasForToken(token);
    }

    /** Of a joining node for example. */
    EndpointsForToken pending() {
      return StorageService.instance
          .getTokenMetadata()
          .pendingEndpointsForToken(token, keyspace.getName());
    }

    boolean isIn(List<TokenRange> ranges) {
      return token instanceof LongToken murmur
          && ranges.stream().anyMatch(range -> range.contains(murmur.getLongValue()));
    }
  }

  /** None when the table has been dropped meanwhile. */
  private @Nullable Place place(ReadHint hint) {
    return tables
        .computeIfAbsent(hint.table(), HintReplicas::table)
        .map(table -> new Place(table.keyspace(), token(hint, table.partitioner())))
        .orElse(null);
  }

  private static Optional<Table> table(UUID id) {
    TableMetadata table = Schema.instance.getTableMetadata(TableId.fromUUID(id));
    Keyspace keyspace = table == null ? null : Schema.instance.getKeyspaceInstance(table.keyspace);
    return table == null || keyspace == null
        ? Optional.empty()
        : Optional.of(new Table(keyspace, table.partitioner));
  }

  /** Of a range of tokens the last one: its replicas are those of the range. */
  private static Token token(ReadHint hint, IPartitioner partitioner) {
    ByteBuffer key = ByteBuffer.wrap(hint.key());
    return hint.isOfTokens() ? new LongToken(key.getLong(Long.BYTES)) : partitioner.getToken(key);
  }
}
