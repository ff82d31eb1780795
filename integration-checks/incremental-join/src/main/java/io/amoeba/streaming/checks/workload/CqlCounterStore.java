package io.amoeba.streaming.checks.workload;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;

/** Counters as rows of a Cassandra table. Safe for concurrent use. */
public final class CqlCounterStore implements CounterStore {
  private static final String SELECT = "SELECT value FROM checks.counters WHERE name = ?";
  private static final String UPDATE =
      "UPDATE checks.counters SET value = ? WHERE name = ? IF value = ?";

  private final CqlClients clients;

  public CqlCounterStore(CqlClients clients) {
    this.clients = clients;
  }

  /** Makes the table through one node; the keyspace must be there. */
  public void create(int node) {
    clients.changeSchema(node, "CREATE TABLE checks.counters (name text PRIMARY KEY, value int)");
  }

  @Override
  public int value(int coordinator, String counter) {
    BoundStatement statement =
        clients
            .prepared(coordinator, SELECT)
            .bind(counter)
            .setConsistencyLevel(ConsistencyLevel.SERIAL);
    Row row = clients.session(coordinator).execute(statement).one();
    return row == null ? 0 : row.getInt(0);
  }

  @Override
  public boolean raise(int coordinator, String counter, int value) throws WriteRefusedException {
    BoundStatement statement =
        clients
            .prepared(coordinator, UPDATE)
            // A counter that was never raised has no row.
            .bind(value, counter, value == 1 ? null : value - 1)
            .setConsistencyLevel(ConsistencyLevel.QUORUM)
            .setSerialConsistencyLevel(ConsistencyLevel.SERIAL)
            .setIdempotent(false);
    try {
      return clients.session(coordinator).execute(statement).wasApplied();
    } catch (DriverException e) {
      // "Unavailable" may come after a proposal that others complete later.
      if (CqlClients.isUnsent(e)) {
        throw new WriteRefusedException(e);
      }
      throw e;
    }
  }

  @Override
  public String kind(RuntimeException error) {
    return CqlClients.kind(error);
  }
}
