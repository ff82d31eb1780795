package io.amoeba.hints.cluster;

import io.amoeba.hints.protocol.batch.ReadHint;
import io.amoeba.hints.protocol.hotset.HotSetRequest.TokenRange;
import io.amoeba.hints.protocol.targets.ReplicaPlace;
import io.amoeba.hints.protocol.targets.TargetPolicy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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
 * The replicas of hints. What is known of nodes and tables is looked up once: make a new one after
 * a {@linkplain #isStale() second}. Confined to one thread.
 */
public final class HintReplicas {

  private static final long LIFE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final long made = System.nanoTime();
  private final IEndpointSnitch snitch = DatabaseDescriptor.getEndpointSnitch();
  private final String localDatacenter = snitch.getLocalDatacenter();
  private final Map<InetAddressAndPort, Node> nodes = new HashMap<>();
  private final Map<UUID, Optional<Table>> tables = new HashMap<>();

  /** One object for all hints. */
  private final Function<UUID, Optional<Table>> find = this::findTable;

  private final Map<List<InetAddressAndPort>, List<InetAddressAndPort>> instances = new HashMap<>();

  /** All keys between two neighbours have the same natural replicas. */
  private final List<Token> ring = StorageService.instance.getTokenMetadata().sortedTokens();

  /** Where a node stands, and whether a hint can be sent there. */
  private record Node(String datacenter, String rack, boolean reachable) {}

  /** A table, and what has been found for each range of the ring. */
  private static final class Table {

    private final Keyspace keyspace;
    private final IPartitioner partitioner;
    private final @Nullable Known[] ranges;

    /** Every node is a replica of all of it. */
    private final boolean everywhere;

    Table(Keyspace keyspace, IPartitioner partitioner, int ranges, boolean everywhere) {
      this.keyspace = keyspace;
      this.partitioner = partitioner;
      this.ranges = new @Nullable Known[ranges];
      this.everywhere = everywhere;
    }
  }

  /** The targets of a range of the ring, by the answering replicas. There are seldom several. */
  private record Known(
      Collection<InetAddressAndPort> contacted,
      TargetPolicy policy,
      List<InetAddressAndPort> targets,
      @Nullable Known next) {}

  /** Whether nodes may have come or gone since. */
  public boolean isStale() {
    return System.nanoTime() - made >= LIFE_NANOS;
  }

  /**
   * Replicas that are to get the hint, when these have answered. Of one object, equal lists are the
   * same list.
   */
  public List<InetAddressAndPort> targets(
      ReadHint hint, Collection<InetAddressAndPort> contacted, TargetPolicy policy) {
    Table table = table(hint);
    if (table == null || ring.isEmpty()) {
      return List.of();
    }
    // Where all replicas of everything get the hint, its place in the ring does not matter: to find
    // that is a good part of what is done for a hint.
    int range =
        table.everywhere && policy == TargetPolicy.ALL
            ? 0
            : rangeOf(token(hint, table.partitioner));
    for (Known known = table.ranges[range]; known != null; known = known.next()) {
      if (known.policy() == policy && known.contacted().equals(contacted)) {
        return known.targets();
      }
    }
    List<InetAddressAndPort> targets =
        targets(
            new Place(table.keyspace, token(hint, table.partitioner)).natural(), contacted, policy);
    List<InetAddressAndPort> same = instances.computeIfAbsent(targets, first -> first);
    table.ranges[range] = new Known(contacted, policy, same, table.ranges[range]);
    return same;
  }

  /** Index of the token that ends the range; after the last one the first follows. */
  private int rangeOf(Token token) {
    int found = Collections.binarySearch(ring, token);
    int range = found < 0 ? -found - 1 : found;
    return range == ring.size() ? 0 : range;
  }

  private List<InetAddressAndPort> targets(
      EndpointsForToken natural, Collection<InetAddressAndPort> contacted, TargetPolicy policy) {
    // Not the pending ones: what they have not been streamed yet warms nothing, and before they
    // serve they ask for the hot set.
    if (contacted.size() >= natural.size()) {
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
    return List.copyOf(policy.targets(places, localDatacenter));
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
          && ranges.stream().anyMatch(range -> range.contains(murmur.token));
    }
  }

  private @Nullable Place place(ReadHint hint) {
    Table table = table(hint);
    return table == null ? null : new Place(table.keyspace, token(hint, table.partitioner));
  }

  /** None when the table has been dropped meanwhile. */
  private @Nullable Table table(ReadHint hint) {
    return tables.computeIfAbsent(hint.table(), find).orElse(null);
  }

  private Optional<Table> findTable(UUID id) {
    TableMetadata table = Schema.instance.getTableMetadata(TableId.fromUUID(id));
    Keyspace keyspace = table == null ? null : Schema.instance.getKeyspaceInstance(table.keyspace);
    return table == null || keyspace == null
        ? Optional.empty()
        : Optional.of(new Table(keyspace, table.partitioner, ring.size(), isEverywhere(keyspace)));
  }

  private boolean isEverywhere(Keyspace keyspace) {
    if (ring.isEmpty()) {
      return false;
    }
    EndpointsForToken some = new Place(keyspace, ring.get(0)).natural();
    // Which replicas are transient is different in each range.
    return some.size() == StorageService.instance.getTokenMetadata().getAllEndpoints().size()
        && some.stream().allMatch(Replica::isFull);
  }

  /** Of a range of tokens the last one: its replicas are those of the range. */
  private static Token token(ReadHint hint, IPartitioner partitioner) {
    ByteBuffer key = ByteBuffer.wrap(hint.key());
    return hint.isOfTokens() ? new LongToken(key.getLong(Long.BYTES)) : partitioner.getToken(key);
  }
}
