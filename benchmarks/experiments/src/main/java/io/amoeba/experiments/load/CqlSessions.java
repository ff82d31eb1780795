package io.amoeba.experiments.load;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Connections to Cassandra whose timeouts are longer than the servers' own. Stateless. */
public final class CqlSessions {
  private static final int CQL_PORT = 9042;

  private static final Duration PATIENCE = Duration.ofSeconds(12);

  private CqlSessions() {}

  /**
   * Options that all sessions have.
   *
   * @param patience of requests, and of their connections' first ones
   */
  public static ProgrammaticDriverConfigLoaderBuilder config(
      DefaultConsistencyLevel consistency, Duration patience) {
    return DriverConfigLoader.programmaticBuilder()
        .withString(DefaultDriverOption.REQUEST_CONSISTENCY, consistency.name())
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, patience)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, patience)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, patience)
        .withClass(
            DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, DcInferringLoadBalancingPolicy.class);
  }

  /**
   * Connects to a node, by name or address.
   *
   * @param alone whether no other node gets requests
   */
  public static CqlSession open(
      String contact, DefaultConsistencyLevel consistency, boolean alone) {
    DriverConfigLoader config =
        config(consistency, PATIENCE)
            // Everything here may be done twice.
            .withBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, true)
            .build();
    InetSocketAddress address = new InetSocketAddress(contact, CQL_PORT);
    CqlSessionBuilder builder =
        CqlSession.builder().withConfigLoader(config).addContactPoint(address);
    if (alone) {
      builder.withNodeDistanceEvaluator(
          (node, datacenter) ->
              node.getEndPoint().resolve().equals(address) ? null : NodeDistance.IGNORED);
    }
    return builder.build();
  }
}
