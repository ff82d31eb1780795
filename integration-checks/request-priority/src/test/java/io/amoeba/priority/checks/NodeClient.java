package io.amoeba.priority.checks;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import io.amoeba.embedded.cassandra.CassandraNode;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A client of one node, whose requests name a class. Safe for concurrent use. */
final class NodeClient implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final CqlSession session;

  NodeClient(CassandraNode node) {
    InetSocketAddress address = node.cqlAddress();
    this.session =
        CqlSession.builder()
            .addContactPoint(address)
            .withLocalDatacenter("datacenter1")
            .withNodeDistanceEvaluator(
                (other, localDc) ->
                    other.getEndPoint().resolve().equals(address) ? null : NodeDistance.IGNORED)
            .withConfigLoader(
                DriverConfigLoader.programmaticBuilder()
                    .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, TIMEOUT)
                    .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, TIMEOUT)
                    .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, TIMEOUT)
                    .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, TIMEOUT)
                    .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, TIMEOUT)
                    .build())
            .build();
  }

  List<Row> run(String cql) {
    return session.execute(SimpleStatement.newInstance(cql).setTimeout(TIMEOUT)).all();
  }

  /** All pages. */
  List<Row> runAtQuorum(String cql) {
    return session
        .execute(
            SimpleStatement.newInstance(cql)
                .setTimeout(TIMEOUT)
                .setConsistencyLevel(ConsistencyLevel.QUORUM))
        .all();
  }

  PreparedStatement prepare(String cql) {
    return session.prepare(cql);
  }

  /** Sends a request of a class. */
  CompletableFuture<AsyncResultSet> send(String serviceClass, Statement<?> statement) {
    return session.executeAsync(marked(serviceClass, statement)).toCompletableFuture();
  }

  CompletableFuture<AsyncResultSet> send(String serviceClass, String cql) {
    return send(serviceClass, SimpleStatement.newInstance(cql));
  }

  /** Waits for the answer. */
  List<Row> ask(String serviceClass, String cql) {
    return session.execute(marked(serviceClass, SimpleStatement.newInstance(cql))).all();
  }

  private static Statement<?> marked(String serviceClass, Statement<?> statement) {
    return statement.setCustomPayload(
        Map.of(
            "amoeba-priority", ByteBuffer.wrap(serviceClass.getBytes(StandardCharsets.US_ASCII))));
  }

  /** A figure of a class. */
  long figure(String serviceClass, String name) {
    return run("SELECT * FROM amoeba_views.request_classes WHERE class = '" + serviceClass + "'")
        .get(0)
        .getLong(name);
  }

  /** A figure of the node. */
  long figure(String name) {
    return run("SELECT value FROM amoeba_views.request_priority WHERE name = '" + name + "'")
        .get(0)
        .getLong(0);
  }

  @Override
  public void close() {
    session.close();
  }
}
