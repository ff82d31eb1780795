package io.amoeba.priority.checks;

import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import io.amoeba.embedded.cassandra.CassandraNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A session of a role, whose connections say what a test wants. Confined to one thread. */
final class RoleSession implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final CqlSession session;

  private RoleSession(CqlSession session) {
    this.session = session;
  }

  /** The password of each role but the first is its name. */
  static RoleSession of(CassandraNode node, String role) {
    return of(node, role, Map.of());
  }

  /** With more options of the STARTUP message. */
  static RoleSession of(CassandraNode node, String role, Map<String, String> startup) {
    // The first role is there some moments after the node is up.
    return await()
        .atMost(LIMIT)
        .ignoreExceptionsInstanceOf(AllNodesFailedException.class)
        .until(() -> connect(node, role, startup), session -> true);
  }

  private static RoleSession connect(CassandraNode node, String role, Map<String, String> startup) {
    CqlSessionBuilder builder =
        new CqlSessionBuilder() {
          @Override
          protected DriverContext buildContext(
              DriverConfigLoader config, ProgrammaticArguments arguments) {
            return new DefaultDriverContext(config, arguments) {
              @Override
              public Map<String, String> getStartupOptions() {
                Map<String, String> options = new HashMap<>(super.getStartupOptions());
                options.putAll(startup);
                return options;
              }
            };
          }
        };
    return new RoleSession(
        builder
            .addContactPoint(node.cqlAddress())
            .withLocalDatacenter("datacenter1")
            .withAuthCredentials(role, role)
            .withConfigLoader(
                DriverConfigLoader.programmaticBuilder()
                    .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, TIMEOUT)
                    .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, TIMEOUT)
                    .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, TIMEOUT)
                    .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, TIMEOUT)
                    .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, TIMEOUT)
                    .build())
            .build());
  }

  CqlSession driver() {
    return session;
  }

  ResultSet run(String cql) {
    return session.execute(cql);
  }

  /** With a payload that names a class, or something else. */
  ResultSet run(String cql, String payload) {
    return session.execute(SimpleStatement.newInstance(cql).setCustomPayload(payload(payload)));
  }

  /** What the driver was told beside the answer. */
  static List<String> warnings(ResultSet answer) {
    return answer.getExecutionInfo().getWarnings();
  }

  static Map<String, ByteBuffer> payload(String value) {
    return Map.of("amoeba-priority", ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public void close() {
    session.close();
  }
}
