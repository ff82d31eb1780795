package io.amoeba.priority.checks;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.amoeba.agents.checks.OneNodeClient;
import io.amoeba.embedded.cassandra.CassandraNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A client of one node, whose requests name a class. Safe for concurrent use. */
final class NodeClient extends OneNodeClient {

  NodeClient(CassandraNode node) {
    super(
        node,
        options(LONG_TIMEOUT).withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, LONG_TIMEOUT));
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
}
