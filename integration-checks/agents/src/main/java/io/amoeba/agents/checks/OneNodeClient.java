package io.amoeba.agents.checks;

import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
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

/** A client that asks one node only. Safe for concurrent use. */
public class OneNodeClient implements AutoCloseable {

  /** Of a statement that a test sends by itself, and of a change of the schema. */
  protected static final Duration LONG_TIMEOUT = Duration.ofMinutes(1);

  private static final Duration SCHEMA_LIMIT = Duration.ofMinutes(3);

  protected final CqlSession session;

  public OneNodeClient(CassandraNode node) {
    this(node, options(LONG_TIMEOUT));
  }

  /** With options of its own, which begin with {@link #options}. */
  protected OneNodeClient(CassandraNode node, ProgrammaticDriverConfigLoaderBuilder options) {
    InetSocketAddress address = node.cqlAddress();
    this.session =
        CqlSession.builder()
            .addContactPoint(address)
            .withLocalDatacenter("datacenter1")
            .withNodeDistanceEvaluator(
                (other, localDc) ->
                    other.getEndPoint().resolve().equals(address) ? null : NodeDistance.IGNORED)
            .withConfigLoader(options.build())
            .build();
  }

  /**
   * Options of a client.
   *
   * @param timeout of requests, and of connections' first ones
   */
  protected static ProgrammaticDriverConfigLoaderBuilder options(Duration timeout) {
    return DriverConfigLoader.programmaticBuilder()
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, timeout);
  }

  /** All pages, at LOCAL_ONE. */
  public final List<Row> run(String cql) {
    return run(cql, ConsistencyLevel.LOCAL_ONE);
  }

  /** All pages. */
  public final List<Row> run(String cql, ConsistencyLevel level) {
    return session
        .execute(
            SimpleStatement.newInstance(cql).setConsistencyLevel(level).setTimeout(LONG_TIMEOUT))
        .all();
  }

  /**
   * Changes the schema, and waits until every node has it: the driver asks only those for theirs
   * that it is connected to.
   */
  public final void changeSchema(String cql) {
    run(cql);
    await().atMost(SCHEMA_LIMIT).until(() -> schemas().size() == 1);
  }

  private Set<UUID> schemas() {
    return Stream.of("system.local", "system.peers_v2")
        .flatMap(table -> run("SELECT schema_version FROM " + table).stream())
        .map(row -> row.getUuid(0))
        .collect(Collectors.toSet());
  }

  @Override
  public final void close() {
    session.close();
  }
}
