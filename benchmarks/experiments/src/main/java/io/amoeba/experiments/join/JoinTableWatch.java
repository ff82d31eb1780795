package io.amoeba.experiments.join;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks one member's virtual table of joins every half second until it is interrupted; tells every
 * answer by a line. Confined to one thread.
 */
final class JoinTableWatch {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SELECT = "SELECT * FROM amoeba_views.incremental_join";
  private static final int CQL_PORT = 9042;
  private static final long PERIOD_MILLIS = 500;
  private static final double MILLIS_PER_SECOND = 1_000;

  /** Members may be busy. */
  private static final Duration PATIENCE = Duration.ofSeconds(12);

  private final InetSocketAddress member;
  private final Clock clock;
  private final PrintWriter out;

  /**
   * Prepares it.
   *
   * @param member its name or address, with CQL on port 9042
   * @param out gets the lines
   */
  public JoinTableWatch(String member, Clock clock, PrintWriter out) {
    this.member = new InetSocketAddress(member, CQL_PORT);
    this.clock = clock;
    this.out = out;
  }

  /** Runs it. */
  public void run() throws InterruptedException, JsonProcessingException {
    DriverConfigLoader config =
        DriverConfigLoader.programmaticBuilder()
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
            .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, PATIENCE)
            .withClass(
                DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS,
                DcInferringLoadBalancingPolicy.class)
            .build();
    try (CqlSession session =
        CqlSession.builder().withConfigLoader(config).addContactPoint(member).build()) {
      // Each member answers for itself.
      SimpleStatement statement = SimpleStatement.newInstance(SELECT).setNode(asked(session));
      while (true) {
        try {
          JoinRow row = row(session.execute(statement).one());
          out.println(JoinRow.LINE + JSON.writeValueAsString(row));
        } catch (DriverException e) {
          out.println("no answer: " + e.getMessage());
        }
        out.flush();
        Thread.sleep(PERIOD_MILLIS - clock.millis() % PERIOD_MILLIS);
      }
    }
  }

  private Node asked(CqlSession session) {
    return session.getMetadata().getNodes().values().stream()
        .filter(node -> node.getEndPoint().resolve().equals(member))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("The driver does not know " + member));
  }

  private JoinRow row(@Nullable Row row) {
    double now = clock.millis() / MILLIS_PER_SECOND;
    if (row == null) {
      return JoinRow.nobody(now);
    }
    String endpoint = row.getString("endpoint");
    return new JoinRow(
        now,
        endpoint == null ? "" : endpoint,
        row.getLong("epoch"),
        row.getInt("tokens_done"),
        row.getInt("tokens_settling"),
        row.getInt("tokens_pending"),
        row.getInt("tokens_confirming"));
  }
}
