package io.amoeba.experiments.probe;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import io.amoeba.experiments.JsonLines;
import io.amoeba.experiments.Values;
import io.amoeba.experiments.load.CqlSessions;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Samples a member's virtual table {@code amoeba_views.incremental_join}: the {@code epoch} of the
 * joining node's newest announcement; tokens that it owns ({@code done}), of these {@code settling}
 * ones whose former owners still get the writes; {@code pending} tokens of which it gets the writes
 * only, of these {@code confirming} ones about to become its own. Only the time when no node joins.
 */
public final class JoinTableProbe {
  public static final JsonLines<Values> LINES = new JsonLines<>("join", Values.class);

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
          LINES.print(out, Values.at(Values.nowSeconds(), numbers(session.execute(SELECT).one())));
        } catch (DriverException e) {
          out.println("no answer: " + e.getMessage());
          out.flush();
        }
        NodeWatch.pause(PERIOD);
      }
    }
  }

  private static Map<String, Number> numbers(@Nullable Row row) {
    return row == null
        ? Map.of()
        : Map.of(
            "epoch", row.getLong("epoch"),
            "done", row.getInt("tokens_done"),
            "settling", row.getInt("tokens_settling"),
            "pending", row.getInt("tokens_pending"),
            "confirming", row.getInt("tokens_confirming"));
  }
}
