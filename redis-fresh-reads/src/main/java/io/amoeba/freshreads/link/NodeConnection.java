package io.amoeba.freshreads.link;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * At most one connection to a node at a time. A lost one is replaced after a pause that grows with
 * each failure. {@link #tick} and {@link #close} belong to the timer's thread; any thread may use
 * the current connection.
 *
 * @param <C> what a ready connection is to its user
 */
final class NodeConnection<K, V, C> {
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MOST_DOUBLINGS = 6;

  /** A connection that ends sooner is a failure, too. */
  private static final long STABLE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** lettuce bounds the connecting, but nothing bounds the preparation. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);

  private final NodeConnector connector;
  private final RedisCodec<K, V> codec;
  private final RedisURI node;
  private final Function<StatefulRedisConnection<K, V>, CompletionStage<C>> preparation;
  private final AtomicReference<@Nullable Ready<K, V, C>> current = new AtomicReference<>();
  private volatile boolean closed;
  private volatile boolean connecting;
  private volatile boolean failed;
  private volatile long failedNanos;
  private volatile boolean unreachable;
  private volatile int attempt;
  private int failures;
  private boolean started;
  private long startedNanos;
  private long nextAttemptNanos;

  /**
   * @param preparation makes a new connection ready, or fails
   */
  NodeConnection(
      NodeConnector connector,
      RedisCodec<K, V> codec,
      RedisURI node,
      Function<StatefulRedisConnection<K, V>, CompletionStage<C>> preparation) {
    this.connector = connector;
    this.codec = codec;
    this.node = node;
    this.preparation = preparation;
  }

  /** The connection; null while there is none. */
  @Nullable C current() {
    Ready<K, V, C> ready = current.get();
    return ready == null ? null : ready.content;
  }

  /**
   * Whether the latest attempt to connect failed, or the latest connection was given up. False
   * after a connection that ended by itself, until an attempt to replace it fails.
   */
  boolean isUnreachable() {
    return unreachable;
  }

  /** Connects if there is no connection and the pause is over. */
  void tick(long nowNanos) {
    if (closed || (connecting && nowNanos - startedNanos < PATIENCE_NANOS)) {
      return;
    }
    Ready<K, V, C> ready = current.get();
    if (ready != null && !ready.connection.isOpen()) {
      end(ready);
      ready = null;
      failed();
    }
    if (failed) {
      failed = false;
      pause();
    }
    if (ready == null && (!started || nowNanos - nextAttemptNanos >= 0)) {
      started = true;
      startedNanos = nowNanos;
      connect();
    } else if (ready != null && nowNanos - startedNanos > STABLE_NANOS) {
      failures = 0;
    }
  }

  private void failed() {
    failedNanos = System.nanoTime();
    failed = true;
  }

  private void pause() {
    long most = SHORTEST_PAUSE_NANOS << Math.min(failures, MOST_DOUBLINGS);
    failures++;
    // Clients of a restarted server return at different moments.
    nextAttemptNanos = failedNanos + ThreadLocalRandom.current().nextLong(most / 2, most);
  }

  private void connect() {
    connecting = true;
    int number = attempt + 1;
    attempt = number;
    try {
      connector
          .connect(codec, node)
          .whenComplete((connection, failure) -> connected(number, connection, failure));
    } catch (RuntimeException e) {
      ended(number); // the application has closed its client
    }
  }

  private void connected(
      int number, @Nullable StatefulRedisConnection<K, V> connection, @Nullable Throwable failure) {
    if (connection == null || failure != null) {
      ended(number);
      return;
    }
    preparation
        .apply(connection)
        .whenComplete((content, refusal) -> prepared(number, connection, content, refusal));
  }

  /** Without a connection; of a former attempt nobody waits for the end. */
  private void ended(int number) {
    if (number == attempt) {
      unreachable = true;
      failed();
      connecting = false;
    }
  }

  private void prepared(
      int number,
      StatefulRedisConnection<K, V> connection,
      @Nullable C content,
      @Nullable Throwable refusal) {
    if (content == null || refusal != null || closed || number != attempt) {
      var unused = connection.closeAsync();
      ended(number);
      return;
    }
    Ready<K, V, C> ready = new Ready<>(connection, content);
    connection.addListener(
        new RedisConnectionStateListener() {
          @Override
          public void onRedisDisconnected(RedisChannelHandler<?, ?> ended) {
            end(ready);
            failed();
          }
        });
    unreachable = false;
    current.set(ready);
    connecting = false;
    if (closed || !connection.isOpen()) {
      end(ready); // meanwhile
    }
  }

  /** Gives up the connection, which hangs or contradicts itself. */
  void drop() {
    Ready<K, V, C> ready = current.get();
    if (ready != null) {
      unreachable = true;
      end(ready);
      failed();
    }
  }

  private void end(Ready<K, V, C> ready) {
    current.compareAndSet(ready, null);
    if (!ready.ended) {
      ready.ended = true;
      var unused = ready.connection.closeAsync();
    }
  }

  void close() {
    closed = true;
    Ready<K, V, C> ready = current.get();
    if (ready != null) {
      end(ready);
    }
  }

  private static final class Ready<K, V, C> {
    private final StatefulRedisConnection<K, V> connection;
    private final C content;
    private volatile boolean ended;

    Ready(StatefulRedisConnection<K, V> connection, C content) {
      this.connection = connection;
      this.content = content;
    }
  }
}
