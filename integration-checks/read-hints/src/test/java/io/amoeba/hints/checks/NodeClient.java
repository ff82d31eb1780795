package io.amoeba.hints.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.amoeba.agents.checks.OneNodeClient;
import io.amoeba.embedded.cassandra.CassandraNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A client that asks one node only, and that node's own tables. Confined to one thread. */
final class NodeClient extends OneNodeClient {

  private final CassandraNode node;

  NodeClient(CassandraNode node) {
    super(node, options(LONG_TIMEOUT).withBoolean(DefaultDriverOption.PREPARE_ON_ALL_NODES, false));
    this.node = node;
  }

  List<Row> rows(String cql) {
    return session.execute(cql).all();
  }

  /** Three rows for each key, which every replica has then. */
  void write(String table, int keys) {
    PreparedStatement insert =
        session.prepare("INSERT INTO " + table + " (id, row, text) VALUES (?, ?, ?)");
    String text = "t".repeat(200);
    for (int key = 0; key < keys; key++) {
      session.execute(
          BatchStatement.newInstance(
                  DefaultBatchType.UNLOGGED,
                  insert.bind(key(key), 0, text),
                  insert.bind(key(key), 1, text),
                  insert.bind(key(key), 2, text))
              .setConsistencyLevel(ConsistencyLevel.ALL)
              .setTimeout(LONG_TIMEOUT));
    }
  }

  /** Reads a row of each partition, once. */
  void read(String table, int keys, ConsistencyLevel level) {
    PreparedStatement select =
        session.prepare("SELECT text FROM " + table + " WHERE id = ? AND row = 1");
    for (int key = 0; key < keys; key++) {
      session.execute(select.bind(key(key)).setConsistencyLevel(level));
    }
  }

  /** Reads all rows at ONE, by pages. */
  void scan(String table) {
    int rows = 0;
    for (Row row : session.execute(SimpleStatement.newInstance("SELECT text FROM " + table))) {
      rows += row.isNull(0) ? 0 : 1;
    }
    assertThat(rows).isPositive();
  }

  static String key(int number) {
    return "user%019d".formatted(number);
  }

  /** What the node says of its hints. */
  Map<String, Long> hints() {
    Map<String, Long> values = new TreeMap<>();
    for (Row row : rows("SELECT name, value FROM amoeba_views.read_hints")) {
      values.put(row.getString("name"), row.getLong("value"));
    }
    return values;
  }

  long hints(String name) {
    return hints().getOrDefault(name, -1L);
  }

  /** How many hints the node has sent to another one. */
  long hintsSentTo(CassandraNode peer) {
    return ofPeer(peer, "sent");
  }

  /** A column of the table of peers, which the node begins with its first hint; 0 before that. */
  long ofPeer(CassandraNode peer, String column) {
    return rows("SELECT * FROM amoeba_views.read_hint_peers").stream()
        .filter(row -> peer.storageAddress().equals(row.getString("endpoint")))
        .mapToLong(row -> ((Number) row.getObject(column)).longValue())
        .sum();
  }

  /** How often one of Cassandra's caches was asked. */
  long cacheRequests(String cache) {
    return cache(cache, "Requests");
  }

  /** {@code Hits}, {@code Misses} or {@code Requests} of one of Cassandra's caches. */
  long cache(String cache, String counter) {
    return (Long)
        node.jmx()
            .attribute(
                "org.apache.cassandra.metrics:type=Cache,scope=" + cache + ",name=" + counter,
                "Count");
  }

  /** How many reads clients, or coordinators for them, have asked of this node's copy. */
  long localReads(String keyspace, String table) {
    return ofTable(keyspace, table, "ReadLatency");
  }

  /** How many values one of a table's histograms or timers has. */
  long ofTable(String keyspace, String table, String metric) {
    return (Long)
        node.jmx()
            .attribute(
                "org.apache.cassandra.metrics:type=Table,keyspace="
                    + keyspace
                    + ",scope="
                    + table
                    + ",name="
                    + metric,
                "Count");
  }

  CassandraNode node() {
    return node;
  }
}
