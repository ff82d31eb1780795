package io.amoeba.experiments.probe;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import io.amoeba.experiments.load.CqlSessions;
import java.io.PrintWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Asks one member's virtual table of joins again and again. Stateless. */
final class JoinTableProbe {
  private static final String SELECT = "SELECT * FROM amoeba_views.incremental_join";
  private static final Duration PERIOD = Duration.ofMillis(500);

  private JoinTableProbe() {}

  /**
   * Prints every answer, until it is interrupted.
   *
   * @param member its name or address; each answers for itself
   */
  static void watch(String member, PrintWriter out) throws InterruptedException {
    try (CqlSession session = CqlSessions.open(member, DefaultConsistencyLevel.ONE, true)) {
      while (true) {
        try {
          JoinRow.LINES.print(out, row(session.execute(SELECT).one()));
        } catch (DriverException e) {
          out.println("no answer: " + e.getMessage());
          out.flush();
        }
        NodeWatch.pause(PERIOD);
      }
    }
  }

  private static JoinRow row(@Nullable Row row) {
    if (row == null) {
      return new JoinRow(NodeWatch.now(), "", 0, 0, 0, 0, 0);
    }
    String endpoint = row.getString("endpoint");
    return new JoinRow(
        NodeWatch.now(),
        endpoint == null ? "" : endpoint,
        row.getLong("epoch"),
        row.getInt("tokens_done"),
        row.getInt("tokens_settling"),
        row.getInt("tokens_pending"),
        row.getInt("tokens_confirming"));
  }
}
