package io.amoeba.shift.checks;

import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import io.amoeba.embedded.cassandra.CassandraNode;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A client of one node. Safe for concurrent use. */
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
                    .build())
            .build();
  }

  List<Row> run(String cql, ConsistencyLevel level) {
    return session
        .execute(SimpleStatement.newInstance(cql).setConsistencyLevel(level).setTimeout(TIMEOUT))
        .all();
  }

  List<Row> run(String cql) {
    return run(cql, ConsistencyLevel.LOCAL_ONE);
  }

  /** Changes the schema, and waits until every node has it. */
  void changeSchema(String cql) {
    run(cql);
    await().atMost(TIMEOUT).until(() -> schemas().size() == 1);
  }

  private Set<UUID> schemas() {
    return Stream.of("system.local", "system.peers_v2")
        .flatMap(table -> run("SELECT schema_version FROM " + table).stream())
        .map(row -> row.getUuid(0))
        .collect(Collectors.toSet());
  }

  /** A row of the node's table of the others. */
  Row peer(CassandraNode peer) {
    return run("SELECT * FROM amoeba_views.read_shift_nodes WHERE node = '%s'"
            .formatted(peer.storageAddress()))
        .get(0);
  }

  /** A text of the node's own table. */
  String text(String name) {
    return String.valueOf(
        run("SELECT text FROM amoeba_views.read_shift WHERE name = '" + name + "'")
            .get(0)
            .getString(0));
  }

  @Override
  public void close() {
    session.close();
  }
}
