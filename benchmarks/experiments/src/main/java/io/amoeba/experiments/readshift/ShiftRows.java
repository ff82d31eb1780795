package io.amoeba.experiments.readshift;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.amoeba.experiments.load.CqlSessions;
import io.amoeba.experiments.load.ZipfianRanks;
import io.amoeba.experiments.loops.OperationLog;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A table of rows of 1 kB on all nodes, its client, and the version of each row that was
 * acknowledged last. Closing ends the client. Safe for concurrent use.
 */
final class ShiftRows implements AutoCloseable {
  static final String KEYSPACE = "bench";
  static final String TABLE = "worked";

  private static final int ROW_BYTES = 1_000;
  private static final int IN_FLIGHT = 64;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String NAME = KEYSPACE + "." + TABLE;

  /** For sizes below this, sstables of any size are compacted together, once there are four. */
  private static final long LARGEST_SSTABLE = 1L << 40;

  private final CqlSession session;
  private final ShiftOptions options;
  private final ZipfianRanks ranks;
  private final AcknowledgedRows acknowledged;
  private final PreparedStatement read;
  private final PreparedStatement version;
  private final PreparedStatement write;

  private ShiftRows(CqlSession session, ShiftOptions options) {
    this.session = session;
    this.options = options;
    this.ranks = new ZipfianRanks(options.rows());
    this.acknowledged = new AcknowledgedRows(options.rows());
    session.execute(
        "CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': %d}"
            .formatted(KEYSPACE, ShiftNodes.COUNT));
    session.execute(
        "CREATE TABLE %s (id int PRIMARY KEY, version bigint, value blob) WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'min_sstable_size': '%d'}"
            .formatted(NAME, LARGEST_SSTABLE));
    this.read = session.prepare("SELECT value FROM %s WHERE id = ?".formatted(NAME));
    this.version = session.prepare("SELECT version FROM %s WHERE id = ?".formatted(NAME));
    this.write =
        session.prepare("INSERT INTO %s (id, version, value) VALUES (?, ?, ?)".formatted(NAME));
  }

  /** Creates the table, and writes all rows to all replicas. */
  static ShiftRows fill(List<InetSocketAddress> nodes, ShiftOptions options) {
    CqlSession session =
        CqlSession.builder()
            .withConfigLoader(
                CqlSessions.config(options.consistency(), PATIENCE)
                    // Every row has its version, so everything here may be done twice.
                    .withBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, true)
                    .build())
            .addContactPoints(nodes)
            .build();
    boolean filled = false;
    try {
      ShiftRows rows = new ShiftRows(session, options);
      rows.forEach(
          IntStream.range(0, options.rows()).toArray(), row -> rows.toAll(rows.update(row, 0)));
      filled = true;
      return rows;
    } finally {
      if (!filled) {
        session.close();
      }
    }
  }

  private BoundStatement update(int row, long newVersion) {
    byte[] value = new byte[ROW_BYTES];
    // No compression makes them smaller.
    ThreadLocalRandom.current().nextBytes(value);
    return write.bind(row, newVersion, ByteBuffer.wrap(value));
  }

  private CompletionStage<AsyncResultSet> toAll(BoundStatement statement) {
    return session.executeAsync(statement.setConsistencyLevel(DefaultConsistencyLevel.ALL));
  }

  /** Sends a request for each row, some of them at the same time, and waits for all answers. */
  private void forEach(int[] rows, IntFunction<CompletionStage<?>> request) {
    Semaphore free = new Semaphore(IN_FLIGHT);
    AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
    for (int row : rows) {
      free.acquireUninterruptibly();
      var unused =
          request
              .apply(row)
              .whenComplete(
                  (answer, error) -> {
                    if (error != null) {
                      failed.set(error);
                    }
                    free.release();
                  });
    }
    free.acquireUninterruptibly(IN_FLIGHT);
    if (failed.get() != null) {
      throw new IllegalStateException("A row cannot be written or read", failed.get());
    }
  }

  /** Writes a row that no request uses, so that every node has something to flush. */
  void mark() {
    session.execute(update(options.rows(), 0).setConsistencyLevel(DefaultConsistencyLevel.ALL));
  }

  /**
   * Sends the next request, and logs its answer.
   *
   * @return whether it was answered; without an error in any case
   */
  CompletionStage<Boolean> send(long startNanos, OperationLog log) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    if (random.nextDouble() < options.readShare()) {
      return logged(
          () -> session.executeAsync(read.bind(draw(random))),
          result -> result.one() != null,
          startNanos,
          /* write= */ false,
          log);
    }
    int row;
    do {
      row = draw(random);
    } while (!acknowledged.take(row));
    int taken = row;
    return logged(
            () -> session.executeAsync(update(taken, acknowledged.next(taken))),
            result -> true,
            startNanos,
            /* write= */ true,
            log)
        .thenApply(
            answered -> {
              acknowledged.ended(taken, answered);
              return answered;
            });
  }

  private int draw(ThreadLocalRandom random) {
    return (int) ranks.rank(random.nextDouble());
  }

  private interface Request {
    CompletionStage<AsyncResultSet> send();
  }

  private static CompletionStage<Boolean> logged(
      Request request,
      Predicate<AsyncResultSet> valid,
      long startNanos,
      boolean write,
      OperationLog log) {
    CompletionStage<AsyncResultSet> answer;
    try {
      answer = request.send();
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    return answer.handle(
        (result, error) -> {
          if (error == null && valid.test(result)) {
            log.answered(startNanos, System.nanoTime(), write);
            return true;
          }
          log.failed(error == null ? new IllegalStateException("A row is missing") : error);
          return false;
        });
  }

  /**
   * Reads every row that was updated from all replicas: in how many the last acknowledged write is
   * missing.
   */
  long lostWrites() {
    LongAdder lost = new LongAdder();
    forEach(
        acknowledged.open(),
        row ->
            toAll(version.bind(row))
                .thenAccept(
                    result -> {
                      Row held = result.one();
                      if (acknowledged.isLost(row, held == null ? -1 : held.getLong("version"))) {
                        lost.increment();
                      }
                    }));
    return lost.sum();
  }

  @Override
  public void close() {
    session.close();
  }
}
