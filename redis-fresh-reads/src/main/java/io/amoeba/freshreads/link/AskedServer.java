package io.amoeba.freshreads.link;

import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.models.role.RedisInstance;
import io.lettuce.core.models.role.RoleParser;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server without cluster mode, which is asked for its ROLE again and again. After a question it
 * has told its role, counts as gone, or is unasked: its connection is still being opened, or ended
 * under the question. {@link #ask} and {@link #close} belong to the timer's thread, one question at
 * a time; any thread may look at what was found.
 */
final class AskedServer {
  /** A server that tells nothing within it counts as gone. */
  private static final long ROLE_MILLIS = 2_000;

  private final NodeConnection<String, String, StatefulRedisConnection<String, String>> connection;

  /** lettuce bounds the connecting by it, but not the greeting that follows. */
  private final long openingNanos;

  private boolean started;
  private long untoldNanos;
  private volatile @Nullable RedisInstance role;
  private volatile boolean unasked = true;

  AskedServer(NodeConnector connector, RedisURI node) {
    this.connection =
        new NodeConnection<>(
            connector, StringCodec.ASCII, node, CompletableFuture::completedFuture);
    this.openingNanos = connector.options().getSocketOptions().getConnectTimeout().toNanos();
  }

  /** What a server says over a connection; fails if it says nothing in time. */
  static CompletableFuture<RedisInstance> role(StatefulRedisConnection<String, String> connection) {
    return connection
        .async()
        .role()
        .toCompletableFuture()
        .orTimeout(ROLE_MILLIS, TimeUnit.MILLISECONDS)
        .thenApply(RoleParser::parse);
  }

  /** Asks where there is a connection. The stage never fails. */
  CompletableFuture<?> ask(long nowNanos) {
    connection.tick(nowNanos);
    if (!started || role != null) {
      started = true;
      untoldNanos = nowNanos; // unless it answers now
    }
    role = null;
    boolean inTime = nowNanos - untoldNanos <= openingNanos;
    StatefulRedisConnection<String, String> current = connection.current();
    if (current == null) {
      unasked = inTime;
      return CompletableFuture.completedFuture(null);
    }
    return role(current)
        .handle(
            (told, failure) -> {
              boolean ended = failure != null && hasEnded(current, failure);
              if (failure != null && !ended) {
                connection.drop();
              }
              unasked = ended && inTime;
              role = told;
              return told;
            });
  }

  private static boolean hasEnded(StatefulRedisConnection<?, ?> connection, Throwable failure) {
    // lettuce may tell the command of a reset before the connection.
    return !connection.isOpen() || StageFailure.cause(failure) instanceof IOException;
  }

  /** What it told at the latest question; null if it counts as gone or is unasked. */
  @Nullable RedisInstance role() {
    return role;
  }

  /**
   * Whether nothing is known of its role. A refused connection ends this at once, and the time that
   * lettuce has to connect ends it in any case.
   */
  boolean isUnasked() {
    return unasked && !connection.isUnreachable();
  }

  void close() {
    connection.close();
  }
}
