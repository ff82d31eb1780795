package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import io.amoeba.streaming.checks.workload.NodeLocal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A table with three copies of each row, whose first rows go with one statement while a node joins.
 * It tells afterwards which rows the cluster has, and each replica for itself. Nothing mends
 * replicas that differ.
 */
final class CheckedTable {
  static final String KEYSPACE = "wholesale";
  private static final int OLD_ROWS = 400;
  private static final int NEW_ROWS = 60;
  private static final int FIRST_NEW = 1_000_000;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final CheckedCluster checked;
  private final String name;

  CheckedTable(CheckedCluster checked, String phase) {
    this.checked = checked;
    name = KEYSPACE + "." + phase;
  }

  static void createKeyspace(CheckedCluster checked) {
    checked.changeSchema(
        "CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}"
            .formatted(KEYSPACE));
  }

  String name() {
    return name;
  }

  /** An empty one. */
  CheckedTable create() {
    changeSchema("CREATE TABLE %s (id int PRIMARY KEY, text text) WITH read_repair = 'NONE'");
    return this;
  }

  /** One with the same name and other rows. */
  void dropAndCreate() {
    changeSchema("DROP TABLE %s");
    create();
  }

  /** All texts go; the column is the same again. */
  void dropColumnAndAddIt() {
    changeSchema("ALTER TABLE %s DROP text");
    changeSchema("ALTER TABLE %s ADD text text");
  }

  /** Writes the rows that are to go. */
  CheckedTable fill() {
    write(0, OLD_ROWS);
    return this;
  }

  /** Changes the schema by a statement in which {@code %s} stands for the table's name. */
  void changeSchema(String cql) {
    checked.changeSchema(cql.formatted(name));
  }

  void truncate() {
    checked.session(1).execute(SimpleStatement.newInstance("TRUNCATE " + name).setTimeout(LIMIT));
  }

  /** Writes, at ALL, the rows that must stay. */
  void writeAnew() {
    write(FIRST_NEW, NEW_ROWS);
  }

  private void write(int first, int count) {
    CqlSession cql = checked.session(2);
    PreparedStatement insert =
        cql.prepare("INSERT INTO %s (id, text) VALUES (?, ?)".formatted(name));
    List<BoundStatement> unwritten = new ArrayList<>();
    for (int id = first; id < first + count; id++) {
      unwritten.add(
          insert.bind(id, "row " + id).setConsistencyLevel(ConsistencyLevel.ALL).setTimeout(LIMIT));
    }
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!unwritten.isEmpty()) {
      RuntimeException last = write(cql, unwritten);
      if (last != null && System.nanoTime() - deadline > 0) {
        throw last;
      }
    }
  }

  /**
   * Leaves those in the list that are not acknowledged, and returns why. A joining node may not
   * have heard of a new table yet.
   */
  private static @Nullable RuntimeException write(CqlSession cql, List<BoundStatement> unwritten) {
    Map<BoundStatement, CompletionStage<AsyncResultSet>> answers = new LinkedHashMap<>();
    unwritten.forEach(row -> answers.put(row, cql.executeAsync(row)));
    unwritten.clear();
    RuntimeException last = null;
    for (Map.Entry<BoundStatement, CompletionStage<AsyncResultSet>> answer : answers.entrySet()) {
      try {
        answer.getValue().toCompletableFuture().join();
      } catch (CompletionException e) {
        unwritten.add(answer.getKey());
        last = e;
      }
    }
    return last;
  }

  /** The ids of rows whose text is there, too. */
  private SortedSet<Integer> ids(int node, ConsistencyLevel level) {
    SortedSet<Integer> ids = new TreeSet<>();
    SimpleStatement select =
        SimpleStatement.newInstance("SELECT id, text FROM " + name)
            .setConsistencyLevel(level)
            .setTimeout(LIMIT);
    for (Row row : checked.session(node).execute(select)) {
      if (!row.isNull("text")) {
        ids.add(row.getInt("id"));
      }
    }
    return ids;
  }

  /** After the join: all rows that must stay, on each of their replicas, and no other row. */
  void assertOnlyNewRows(List<Integer> nodes) {
    SortedSet<Integer> wanted = new TreeSet<>();
    for (int id = FIRST_NEW; id < FIRST_NEW + NEW_ROWS; id++) {
      wanted.add(id);
    }
    SortedSet<Integer> all = ids(1, ConsistencyLevel.ALL);
    System.out.printf(
        "%s: at ALL %d rows that must stay, %d that came back%n",
        name, all.tailSet(FIRST_NEW).size(), all.headSet(FIRST_NEW).size());
    assertThat(all).as(name + " at ALL").isEqualTo(wanted);
    TokenMap ring = checked.session(1).getMetadata().getTokenMap().orElseThrow();
    for (int node : nodes) {
      SortedSet<Integer> own = ids(node, NodeLocal.NODE_LOCAL);
      SortedSet<Integer> missing = new TreeSet<>(wanted);
      missing.removeIf(id -> own.contains(id) || !isReplica(ring, node, id));
      assertThat(missing).as("%s: rows that node %d should have", name, node).isEmpty();
      assertThat(own.headSet(FIRST_NEW)).as("%s: old rows on node %d", name, node).isEmpty();
    }
  }

  private boolean isReplica(TokenMap ring, int node, int id) {
    return ring
        .getReplicas(
            KEYSPACE,
            java.util.Objects.requireNonNull(
                TypeCodecs.INT.encode(id, checked.session(1).getContext().getProtocolVersion())))
        .stream()
        .anyMatch(
            replica ->
                replica.getEndPoint().resolve().equals(checked.cluster().node(node).cqlAddress()));
  }
}
