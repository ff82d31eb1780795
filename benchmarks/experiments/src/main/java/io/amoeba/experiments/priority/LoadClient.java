package io.amoeba.experiments.priority;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.amoeba.experiments.load.CqlSessions;
import io.amoeba.experiments.load.TrafficPriority;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A client of rows of 1 kB, with an I/O thread of its own: classes do not wait for each other at
 * the client. Safe for concurrent use.
 */
final class LoadClient implements AutoCloseable {
  static final int ROWS = 10_000;

  private static final int ROW_BYTES = 1_000;
  private static final int DIFFERENT_ROWS = 64;
  private static final int LOADING = 64;
  private static final Duration PATIENCE = Duration.ofSeconds(45);

  static final String KEYSPACE = "bench";
  private static final String TABLE = KEYSPACE + ".priority";
  private static final String CREATE_KEYSPACE =
      "CREATE KEYSPACE IF NOT EXISTS "
          + KEYSPACE
          + " WITH replication ="
          + " {'class': 'NetworkTopologyStrategy', 'replication_factor': %d}";
  private static final String CREATE_TABLE =
      "CREATE TABLE IF NOT EXISTS %s (id int PRIMARY KEY, value blob)".formatted(TABLE);

  private static final List<ByteBuffer> VALUES = values();

  private final CqlSession session;
  private final double readShare;
  private final int firstWritten;
  private final PreparedStatement read;
  private final PreparedStatement write;

  private LoadClient(CqlSession session, double readShare, int firstWritten) {
    this.session = session;
    this.readShare = readShare;
    this.firstWritten = firstWritten;
    this.read = session.prepare("SELECT value FROM %s WHERE id = ?".formatted(TABLE));
    this.write = session.prepare("INSERT INTO %s (id, value) VALUES (?, ?)".formatted(TABLE));
  }

  /** Blobs that no compression makes smaller. */
  private static List<ByteBuffer> values() {
    Random random = new Random(1);
    return Stream.generate(
            () -> {
              byte[] bytes = new byte[ROW_BYTES];
              random.nextBytes(bytes);
              return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
            })
        .limit(DIFFERENT_ROWS)
        .toList();
  }

  /** Creates the table, with all its rows on all replicas. */
  static void fill(List<InetSocketAddress> nodes) throws InterruptedException {
    try (CqlSession session = session(nodes, DefaultConsistencyLevel.ALL)) {
      session.execute(CREATE_KEYSPACE.formatted(nodes.size()));
      session.execute(CREATE_TABLE);
    }
    try (LoadClient client = new LoadClient(session(nodes, DefaultConsistencyLevel.ALL), 0, 0)) {
      Semaphore free = new Semaphore(LOADING);
      AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
      for (int id = 0; id < ROWS; id++) {
        free.acquire();
        var unused =
            client
                .session
                .executeAsync(client.write.bind(id, value()))
                .whenComplete(
                    (rows, error) -> {
                      if (error != null) {
                        failed.set(error);
                      }
                      free.release();
                    });
      }
      free.acquire(LOADING);
      if (failed.get() != null) {
        throw new IllegalStateException("The table cannot be filled", failed.get());
      }
    }
  }

  /**
   * Connects to nodes that have the table.
   *
   * @param readShare of the requests, 0 to 1; the others write
   * @param fromDisk whether requests write other rows than they read: what was written is in
   *     memory, and no read of it would reach a disk
   */
  static LoadClient open(List<InetSocketAddress> nodes, double readShare, boolean fromDisk) {
    return new LoadClient(
        session(
            nodes,
            nodes.size() == 1 ? DefaultConsistencyLevel.ONE : DefaultConsistencyLevel.QUORUM),
        readShare,
        fromDisk ? ROWS : 0);
  }

  private static CqlSession session(
      List<InetSocketAddress> nodes, DefaultConsistencyLevel consistency) {
    DriverConfigLoader config =
        CqlSessions.config(consistency, PATIENCE)
            .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, PATIENCE)
            .withInt(DefaultDriverOption.NETTY_IO_SIZE, 1)
            .withInt(DefaultDriverOption.NETTY_ADMIN_SIZE, 1)
            .build();
    return CqlSession.builder().withConfigLoader(config).addContactPoints(nodes).build();
  }

  private static ByteBuffer value() {
    return VALUES.get(ThreadLocalRandom.current().nextInt(DIFFERENT_ROWS)).duplicate();
  }

  /**
   * Requests of random rows.
   *
   * @param serviceClass that they name; empty: none
   */
  Requests requests(String serviceClass) {
    Map<String, ByteBuffer> payload = TrafficPriority.payload(serviceClass);
    return payload.isEmpty()
        ? () -> send(statement())
        : () -> send((BoundStatement) statement().setCustomPayload(payload));
  }

  private CompletionStage<?> send(BoundStatement statement) {
    return session.executeAsync(statement);
  }

  private BoundStatement statement() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    int id = random.nextInt(ROWS);
    return random.nextDouble() < readShare ? read.bind(id) : write.bind(firstWritten + id, value());
  }

  @Override
  public void close() {
    session.close();
  }
}
