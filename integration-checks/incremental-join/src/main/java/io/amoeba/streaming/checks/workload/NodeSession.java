package io.amoeba.streaming.checks.workload;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Opens CQL sessions that ask one node only and ask it once only. */
final class NodeSession {
  // Longer than the server's own limits, so that most outcomes are the server's words.
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(6);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** Of the first questions of a session, whose node may just have started on a busy machine. */
  private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

  private static final Duration RECONNECT_MIN = Duration.ofMillis(200);
  private static final Duration RECONNECT_MAX = Duration.ofSeconds(1);

  // In version 5 a lightweight transaction that timed out says how often it met others; driver 4.19
  // does not read that, takes it for the next answer, and closes the connection.
  private static final String PROTOCOL_VERSION = "V4";

  // Nodes of other data centres get no requests, and the session's only one is local by definition.
  private static final String LOCAL_WHERE_THE_NODE_IS = "DcInferringLoadBalancingPolicy";

  private NodeSession() {}

  static CqlSession open(InetSocketAddress node) {
    return CqlSession.builder()
        .addContactPoint(node)
        .withNodeDistanceEvaluator(
            (other, localDc) ->
                other.getEndPoint().resolve().equals(node) ? null : NodeDistance.IGNORED)
        .withConfigLoader(config())
        .build();
  }

  private static DriverConfigLoader config() {
    return DriverConfigLoader.programmaticBuilder()
        .withString(DefaultDriverOption.PROTOCOL_VERSION, PROTOCOL_VERSION)
        .withString(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, LOCAL_WHERE_THE_NODE_IS)
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, REQUEST_TIMEOUT)
        .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, CONNECT_TIMEOUT)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, START_TIMEOUT)
        .withDuration(DefaultDriverOption.CONNECTION_SET_KEYSPACE_TIMEOUT, START_TIMEOUT)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, START_TIMEOUT)
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, START_TIMEOUT)
        .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, RECONNECT_MIN)
        .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, RECONNECT_MAX)
        .withBoolean(DefaultDriverOption.PREPARE_ON_ALL_NODES, false)
        .withInt(DefaultDriverOption.NETTY_IO_SIZE, 1)
        .withInt(DefaultDriverOption.NETTY_ADMIN_SIZE, 1)
        .withInt(DefaultDriverOption.SESSION_LEAK_THRESHOLD, 0)
        .build();
  }
}
