package io.amoeba.hints.cluster;

import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.targets.ReplicaPlace;
import io.amoeba.hints.protocol.targets.TargetPolicy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.locator.EndpointsForToken;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.Replica;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The replicas of hints, with what is known of them for the moment: make a new one for each batch.
 * Confined to one thread.
 */
public final class HintReplicas {

  private final IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();
  private final Map<InetAddressAndPort, Boolean> reachable = new HashMap<>();

  /** Replicas that are to get the hint, when these have answered. */
  public List<InetAddressAndPort> targets(
      ReadHint hint, Set<InetAddressAndPort> contacted, TargetPolicy policy) {
    EndpointsForToken natural = natural(hint);
    if (natural == null || contacted.size() >= natural.size()) {
      return List.of();
    }
    List<ReplicaPlace<InetAddressAndPort>> places = new ArrayList<>(natural.size());
    for (Replica replica : natural) {
      InetAddressAndPort endpoint = replica.endpoint();
      places.add(
          new ReplicaPlace<>(
              endpoint,
              snitch.getDatacenter(endpoint),
              snitch.getRack(endpoint),
              contacted.contains(endpoint),
              replica.isFull() && reachable.computeIfAbsent(endpoint, Peers::isReachable)));
    }
    return policy.targets(places, snitch.getLocalDatacenter());
  }

  public static boolean isReplica(ReadHint hint, InetAddressAndPort endpoint) {
    EndpointsForToken natural = natural(hint);
    return natural != null && natural.endpoints().contains(endpoint);
  }

  /** None when the table has been dropped meanwhile. */
  private static @Nullable EndpointsForToken natural(ReadHint hint) {
    TableMetadata table = Schema.instance.getTableMetadata(TableId.fromUUID(hint.table()));
    if (table == null) {
      return null;
    }
    Keyspace keyspace = Schema.instance.getKeyspaceInstance(table.keyspace);
    if (keyspace == null) {
      return null;
    }
    Token token = table.partitioner.getToken(ByteBuffer.wrap(hint.key()));
    return keyspace.getReplicationStrategy().getNaturalReplicasForToken(token);
  }
}
