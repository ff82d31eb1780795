package io.amoeba.streaming.checks.workload;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One CQL session for each node that clients may ask. Safe for concurrent use. */
public final class CqlClients implements AutoCloseable {
  private static final Duration SCHEMA_TIMEOUT = Duration.ofMinutes(3);
  private static final long LOOK_MILLIS = 50;

  private final Map<Integer, Client> clients = new ConcurrentSkipListMap<>();

  private record Client(
      InetSocketAddress address, CqlSession session, Map<String, PreparedStatement> statements) {
    PreparedStatement prepared(String cql) {
      return statements.computeIfAbsent(cql, session::prepare);
    }
  }

  /** From now on this node is asked too; one that was asked before, at this address. */
  public void add(int node, InetSocketAddress address) {
    Client former =
        clients.put(
            node, new Client(address, NodeSession.open(address), new ConcurrentHashMap<>()));
    if (former != null) {
      former.session().close();
    }
  }

  List<Integer> nodes() {
    return List.copyOf(clients.keySet());
  }

  /** A session that asks this node only, with statements of the caller's own. */
  public CqlSession session(int node) {
    return client(node).session();
  }

  /**
   * Changes the schema, for which a busy node needs longer than for what is checked, and waits
   * until every node has it: the driver asks only those for theirs that it is connected to.
   *
   * @throws IllegalStateException if some node does not have it in time
   */
  public void changeSchema(int node, String cql) {
    long deadline = System.nanoTime() + SCHEMA_TIMEOUT.toNanos();
    session(node).execute(SimpleStatement.newInstance(cql).setTimeout(SCHEMA_TIMEOUT));
    Set<UUID> schemas = schemas(node);
    while (schemas.size() != 1) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "Nodes still have different schemas after %d s, %s: %s"
                .formatted(SCHEMA_TIMEOUT.toSeconds(), schemas, cql));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
      schemas = schemas(node);
    }
  }

  private Set<UUID> schemas(int node) {
    return Stream.of("system.local", "system.peers_v2")
        .flatMap(
            table ->
                session(node)
                    .execute(
                        SimpleStatement.newInstance("SELECT schema_version FROM " + table)
                            .setTimeout(SCHEMA_TIMEOUT))
                    .all()
                    .stream())
        .map(row -> row.getUuid(0))
        // A joining node's is not known before it has told it.
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  PreparedStatement prepared(int node, String cql) {
    return client(node).prepared(cql);
  }

  InetSocketAddress address(int node) {
    return client(node).address();
  }

  private Client client(int node) {
    Client client = clients.get(node);
    if (client == null) {
      throw new IllegalArgumentException(
          "No client asks node %d; the nodes are %s".formatted(node, clients.keySet()));
    }
    return client;
  }

  /** Whether a failed plain write has surely reached no replica. */
  static boolean isRefusal(Throwable error) {
    return every(
        error,
        one ->
            isUnsent(one)
                || one instanceof UnavailableException
                || one instanceof BootstrappingException);
  }

  /** Whether a failed request was not even sent. */
  static boolean isUnsent(Throwable error) {
    return every(
        error,
        one -> one instanceof NodeUnavailableException || one instanceof BusyConnectionException);
  }

  /**
   * The driver's names of what went wrong; of several attempts those of all. A server error, which
   * has no code of its own, comes with the server's words.
   */
  static String kind(Throwable error) {
    String name =
        error instanceof ServerError
            ? "ServerError \"%s\"".formatted(error.getMessage())
            : error.getClass().getSimpleName();
    return error instanceof AllNodesFailedException all
        ? all.getAllErrors().values().stream()
            .flatMap(List::stream)
            .map(CqlClients::kind)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", ", name + " (", ")"))
        : name;
  }

  private static boolean every(Throwable error, Predicate<Throwable> kind) {
    return error instanceof AllNodesFailedException all
        ? all.getAllErrors().values().stream().flatMap(List::stream).allMatch(kind)
        : kind.test(error);
  }

  @Override
  public void close() {
    clients.values().forEach(client -> client.session().close());
  }
}
