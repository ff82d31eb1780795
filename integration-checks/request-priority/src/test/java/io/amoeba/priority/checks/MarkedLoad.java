package io.amoeba.priority.checks;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryConsistencyException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Requests of all classes through one node, until its end. Each loop writes a new row at QUORUM,
 * then reads at QUORUM one of those whose write was acknowledged: a row that is absent is a lost
 * write.
 */
final class MarkedLoad implements AutoCloseable {

  /** What several loads have written, by id. Safe for concurrent use. */
  static final class Rows {
    private final AtomicInteger ids = new AtomicInteger();
    private final List<Integer> acknowledged = new ArrayList<>();

    private int next() {
      return ids.incrementAndGet();
    }

    private synchronized void acknowledge(int id) {
      acknowledged.add(id);
    }

    synchronized List<Integer> acknowledged() {
      return List.copyOf(acknowledged);
    }

    private synchronized int any() {
      return acknowledged.isEmpty()
          ? 0
          : acknowledged.get(ThreadLocalRandom.current().nextInt(acknowledged.size()));
    }

    static String value(int id) {
      return "value of " + id;
    }
  }

  private static final String TABLE = "shop.items";

  /** Nodes that start or join meanwhile need the CPUs, too. */
  private static final Executor AFTER_A_PAUSE =
      CompletableFuture.delayedExecutor(10, TimeUnit.MILLISECONDS);

  private final NodeClient client;
  private final Rows rows;
  private final PreparedStatement write;
  private final PreparedStatement read;
  private final Map<String, AtomicInteger> answers = new ConcurrentHashMap<>();
  private final AtomicInteger refused = new AtomicInteger();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final List<CompletableFuture<Void>> loops = new ArrayList<>();
  private volatile boolean ended;

  /** Begins with so many loops of each class. */
  MarkedLoad(NodeClient client, Rows rows, int loopsOfClass) {
    this.client = client;
    this.rows = rows;
    write = client.prepare("INSERT INTO " + TABLE + " (id, value) VALUES (?, ?)");
    read = client.prepare("SELECT value FROM " + TABLE + " WHERE id = ?");
    for (String serviceClass : List.of("high", "normal", "low")) {
      answers.put(serviceClass, new AtomicInteger());
      for (int loop = 0; loop < loopsOfClass; loop++) {
        loops.add(next(serviceClass));
      }
    }
  }

  static void createTable(NodeClient client) {
    client.changeSchema(
        "CREATE KEYSPACE shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
    client.changeSchema("CREATE TABLE " + TABLE + " (id int PRIMARY KEY, value text)");
  }

  private CompletableFuture<Void> next(String serviceClass) {
    if (ended) {
      return CompletableFuture.completedFuture(null);
    }
    int id = rows.next();
    return send(serviceClass, write.bind(id, Rows.value(id)))
        .handle(
            (answer, error) -> {
              if (isAnswered(serviceClass, error)) {
                rows.acknowledge(id);
              }
              return rows.any();
            })
        .thenCompose(known -> known == 0 ? done() : readRow(serviceClass, known))
        .thenComposeAsync(unused -> next(serviceClass), AFTER_A_PAUSE);
  }

  private static CompletableFuture<Void> done() {
    return CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Void> readRow(String serviceClass, int id) {
    return send(serviceClass, read.bind(id))
        .handle(
            (answer, error) -> {
              if (isAnswered(serviceClass, error)) {
                check(id, answer.one());
              }
              return null;
            });
  }

  private void check(int id, @Nullable Row row) {
    if (row == null) {
      wrong.add("row " + id + " was acknowledged, and is absent");
    } else if (!Rows.value(id).equals(row.getString(0))) {
      wrong.add("row " + id + " has " + row.getString(0));
    }
  }

  private CompletableFuture<AsyncResultSet> send(String serviceClass, Statement<?> statement) {
    return client.send(serviceClass, statement.setConsistencyLevel(ConsistencyLevel.QUORUM));
  }

  private boolean isAnswered(String serviceClass, @Nullable Throwable error) {
    if (error == null) {
      var unused = of(serviceClass).incrementAndGet();
      return true;
    }
    if (isRefusal(error)) {
      refused.incrementAndGet();
    } else {
      wrong.add(serviceClass + ": " + error);
    }
    return false;
  }

  /**
   * Whether a client must expect this where nodes stop, start, or are busy. A driver's time-out is
   * none: the request was not answered at all.
   */
  static boolean isRefusal(Throwable error) {
    if (error instanceof CompletionException && error.getCause() != null) {
      return isRefusal(error.getCause());
    }
    if (error instanceof AllNodesFailedException none) {
      return none.getAllErrors().values().stream()
          .allMatch(errors -> errors.stream().allMatch(MarkedLoad::isRefusal));
    }
    return error instanceof QueryConsistencyException
        || error instanceof UnavailableException
        || error instanceof OverloadedException
        || error instanceof NodeUnavailableException
        || error instanceof ClosedConnectionException
        || error instanceof HeartbeatException
        // The connection was lost.
        || error instanceof IOException;
  }

  private AtomicInteger of(String serviceClass) {
    AtomicInteger found = answers.get(serviceClass);
    if (found == null) {
      throw new IllegalArgumentException(serviceClass);
    }
    return found;
  }

  int answers(String serviceClass) {
    return of(serviceClass).get();
  }

  /** Requests that were answered with an error that says so. */
  int refused() {
    return refused.get();
  }

  List<String> wrong() {
    return List.copyOf(wrong);
  }

  /** Ends the loops, and waits for their last answers. */
  @Override
  public void close() {
    ended = true;
    loops.forEach(CompletableFuture::join);
  }

  @Override
  public String toString() {
    return "answers %s, %d refused, %d wrong, %d rows acknowledged by all"
        .formatted(answers, refused(), wrong.size(), rows.acknowledged().size());
  }
}
