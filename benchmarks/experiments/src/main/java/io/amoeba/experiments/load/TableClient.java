package io.amoeba.experiments.load;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** {@link TableSchema} on a cluster. Safe for concurrent use. */
final class TableClient implements AutoCloseable {
  private final CqlSession session;
  private final PreparedStatement insert;
  private final PreparedStatement read;
  private final List<PreparedStatement> updates;
  private final int fieldLength;
  private final Map<String, ByteBuffer> payload;

  /** A row that was written at this consistency level could not be read. */
  static final class MissingRowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private MissingRowException(String key) {
      super("The row '" + key + "' was written, but a read does not find it");
    }
  }

  private TableClient(
      CqlSession session, boolean alone, int fieldLength, Map<String, ByteBuffer> payload) {
    this.session = session;
    this.fieldLength = fieldLength;
    this.payload = payload;
    session.execute(TableSchema.CREATE_KEYSPACE);
    session.execute(TableSchema.CREATE_TABLE);
    if (alone) {
      session.execute(TableSchema.ALTER_TABLE_ASK_ONCE);
    }
    this.insert = session.prepare(TableSchema.INSERT);
    this.read = session.prepare(TableSchema.SELECT);
    this.updates =
        TableSchema.FIELDS.stream()
            .map(field -> session.prepare(TableSchema.update(field)))
            .toList();
  }

  /**
   * Connects to a node; creates the table if it is not there.
   *
   * @param consistency of reads and writes
   * @param payload of each request; empty: none
   */
  static TableClient open(
      String contact,
      DefaultConsistencyLevel consistency,
      boolean alone,
      int fieldLength,
      Map<String, ByteBuffer> payload) {
    CqlSession session = CqlSessions.open(contact, consistency, alone);
    boolean opened = false;
    try {
      TableClient client = new TableClient(session, alone, fieldLength, payload);
      opened = true;
      return client;
    } finally {
      if (!opened) {
        session.close();
      }
    }
  }

  void insert(String key, RandomGenerator random) {
    List<Object> values = new ArrayList<>();
    values.add(key);
    TableSchema.FIELDS.forEach(field -> values.add(TableSchema.text(random, fieldLength)));
    execute(insert.bind(values.toArray()));
  }

  private ResultSet execute(BoundStatement statement) {
    return session.execute(payload.isEmpty() ? statement : statement.setCustomPayload(payload));
  }

  /** Reads the whole row; one that is not there is an error, since all were written. */
  void read(String key) {
    if (execute(read.bind(key)).one() == null) {
      throw new MissingRowException(key);
    }
  }

  void update(String key, RandomGenerator random) {
    execute(
        updates
            .get(random.nextInt(updates.size()))
            .bind(TableSchema.text(random, fieldLength), key));
  }

  @Override
  public void close() {
    session.close();
  }
}
