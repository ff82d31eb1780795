package io.amoeba.streaming.checks.workload;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import io.amoeba.streaming.checks.history.Level;
import io.amoeba.streaming.checks.history.VersionSet;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The versions as rows of a Cassandra table, each key a partition. Nothing mends replicas that
 * differ: read repair is off, and checked clusters have no hints. Safe for concurrent use.
 */
public final class CqlVersionStore implements VersionStore {
  /** What the nodes need on their command line. */
  public static final String JVM_ARGUMENT = NodeLocal.JVM_ARGUMENT;

  static final String KEYSPACE = "checks";
  private static final String INSERT =
      "INSERT INTO checks.versions (key, version, payload) VALUES (?, ?, ?)";
  private static final String SELECT = "SELECT version FROM checks.versions WHERE key = ?";
  private static final int SMALL_BYTES = 16;

  private final CqlClients clients;
  private final int firstVersionBytes;
  private @Nullable TokenMap tokenMap;

  /**
   * @param firstVersionBytes size of the first version of each key, which makes most of the data;
   *     later ones are small
   */
  public CqlVersionStore(CqlClients clients, int firstVersionBytes) {
    this.clients = clients;
    this.firstVersionBytes = firstVersionBytes;
  }

  /** Makes the keyspace, of one data centre, and the table through one node. */
  public void create(int node, int replicationFactor) {
    create(node, Replication.inOneDataCentre(replicationFactor));
  }

  /** Makes the keyspace and the table through one node. */
  public void create(int node, Replication replication) {
    clients.changeSchema(
        node, "CREATE KEYSPACE %s WITH replication = %s".formatted(KEYSPACE, replication.cql()));
    clients.changeSchema(
        node,
        "CREATE TABLE checks.versions (key text, version int, payload blob, PRIMARY KEY (key,"
            + " version)) WITH read_repair = 'NONE'");
  }

  @Override
  public List<Integer> coordinators() {
    return clients.nodes();
  }

  @Override
  public void write(int coordinator, String key, int version, Level level)
      throws WriteRefusedException {
    BoundStatement statement =
        clients
            .prepared(coordinator, INSERT)
            .bind(key, version, payload(key, version))
            .setConsistencyLevel(consistency(level))
            .setIdempotent(false);
    try {
      clients.session(coordinator).execute(statement);
    } catch (DriverException e) {
      if (CqlClients.isRefusal(e)) {
        throw new WriteRefusedException(e);
      }
      throw e;
    }
  }

  private ByteBuffer payload(String key, int version) {
    byte[] bytes = new byte[version == 1 ? firstVersionBytes : SMALL_BYTES];
    // Bytes that cannot be compressed: what is streamed is as large as it seems.
    new Random(key.hashCode() + version).nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  @Override
  public VersionSet read(int coordinator, String key, Level level) {
    return select(coordinator, key, consistency(level));
  }

  @Override
  public VersionSet readCopy(int replica, String key) {
    return select(replica, key, NodeLocal.NODE_LOCAL);
  }

  private VersionSet select(int node, String key, ConsistencyLevel level) {
    BoundStatement statement =
        clients
            .prepared(node, SELECT)
            .bind(key)
            .setConsistencyLevel(level)
            .setPageSize(Integer.MAX_VALUE);
    List<Integer> versions = new ArrayList<>();
    for (Row row : clients.session(node).execute(statement)) {
      versions.add(row.getInt(0));
    }
    return VersionSet.of(versions);
  }

  @Override
  public String kind(RuntimeException error) {
    return CqlClients.kind(error);
  }

  @Override
  public List<Integer> replicas(String key) {
    ByteBuffer routingKey = ByteBuffer.wrap(key.getBytes(StandardCharsets.UTF_8));
    Set<Node> replicas = tokenMap().getReplicas(CqlIdentifier.fromInternal(KEYSPACE), routingKey);
    return clients.nodes().stream()
        .filter(
            node ->
                replicas.stream()
                    .anyMatch(
                        replica -> replica.getEndPoint().resolve().equals(clients.address(node))))
        .toList();
  }

  /** Learnt at the first question, which comes when the ring has settled. */
  private synchronized TokenMap tokenMap() {
    if (tokenMap == null) {
      int node = clients.nodes().get(0);
      try (CqlSession session = NodeSession.open(clients.address(node))) {
        tokenMap =
            session
                .getMetadata()
                .getTokenMap()
                .orElseThrow(() -> new IllegalStateException("The driver has no token map"));
      }
    }
    return tokenMap;
  }

  private static ConsistencyLevel consistency(Level level) {
    return switch (level) {
      case ONE -> ConsistencyLevel.ONE;
      case QUORUM -> ConsistencyLevel.QUORUM;
      case ALL -> ConsistencyLevel.ALL;
    };
  }
}
