package io.amoeba.freshreads.link;

import io.amoeba.freshreads.choice.NodeLoad;
import io.amoeba.freshreads.shard.Node;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes heartbeats to one primary, over a connection that follows no redirection: a heartbeat that
 * another server took would prove nothing. {@link #tick} and {@link #close} belong to the timer's
 * thread; otherwise safe for concurrent use.
 */
public final class PrimaryLink {
  private static final Logger LOG = LoggerFactory.getLogger(PrimaryLink.class);

  /** Nothing is left behind when a process ends. */
  static final long EXPIRY_MILLIS = TimeUnit.SECONDS.toMillis(60);

  /** Without an answer for so long, the cluster may have another primary. */
  private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Node node;
  private final LinkSettings<?, ?> settings;
  private final NodeLoad load;
  private final HeartbeatListener listener;
  private final HeartbeatPace pace;
  private final NodeConnection<String, String, StatefulRedisConnection<String, String>> connection;
  private volatile long respondedNanos = System.nanoTime();
  private final ProbesInFlight heartbeats = new ProbesInFlight();
  private volatile HeartbeatOutcome last = HeartbeatOutcome.ACKNOWLEDGED;

  /**
   * @param load gets the latencies of probes
   * @param listener learns each outcome
   */
  public PrimaryLink(
      Node node,
      RedisURI uri,
      LinkSettings<?, ?> settings,
      NodeLoad load,
      HeartbeatPaceSettings pace,
      HeartbeatListener listener) {
    this.node = node;
    this.settings = settings;
    this.load = load;
    this.listener = listener;
    this.pace = pace.start(System.nanoTime());
    this.connection =
        new NodeConnection<>(
            settings.connector(), StringCodec.ASCII, uri, CompletableFuture::completedFuture);
  }

  /** Keeps the connection, and sends a heartbeat when one is due. */
  public void tick(long nowNanos, String heartbeatKey, long reads) {
    boolean waits = !heartbeats.isEmpty();
    if (heartbeats.hang(nowNanos)) {
      connection.drop();
    }
    connection.tick(nowNanos);
    StatefulRedisConnection<String, String> now = connection.current();
    if (now != null && !waits) {
      respondedNanos = nowNanos;
    }
    if (nowNanos - respondedNanos > LOST_NANOS) {
      if (pace.isDue(nowNanos, reads)) {
        ended(HeartbeatOutcome.LOST, "");
      }
    } else if (now != null && !heartbeats.isFull() && pace.isDue(nowNanos, reads)) {
      send(now, heartbeatKey);
    }
  }

  private void send(StatefulRedisConnection<String, String> connection, String heartbeatKey) {
    // Before it is sent: what the primary executed until now precedes it.
    long sentNanos = System.nanoTime();
    heartbeats.sent(sentNanos);
    connection
        .async()
        .set(heartbeatKey, settings.heartbeat().value(sentNanos), SetArgs.Builder.px(EXPIRY_MILLIS))
        .whenComplete(
            (ok, failure) -> {
              answered(failure);
              if (failure == null) {
                probe(connection, heartbeatKey);
              }
            });
  }

  /** The same command as at replicas, so that the latencies compare. A heartbeat costs more. */
  private void probe(StatefulRedisConnection<String, String> connection, String heartbeatKey) {
    long sentNanos = System.nanoTime();
    connection
        .async()
        .get(heartbeatKey)
        .whenComplete(
            (heartbeat, failure) -> {
              if (failure == null) {
                long nowNanos = System.nanoTime();
                load.probed(nowNanos - sentNanos, nowNanos);
              }
            });
  }

  private void answered(@Nullable Throwable failure) {
    long nowNanos = System.nanoTime();
    heartbeats.ended(nowNanos);
    respondedNanos = nowNanos;
    if (failure == null) {
      ended(HeartbeatOutcome.ACKNOWLEDGED, "");
    } else {
      String code = StageFailure.code(failure);
      ended(HeartbeatOutcome.ofError(code), code == null ? "" : " (" + code + ")");
    }
  }

  /** Logs each change once. */
  private void ended(HeartbeatOutcome outcome, String detail) {
    HeartbeatOutcome former = last;
    last = outcome;
    if (outcome != former && outcome == HeartbeatOutcome.ACKNOWLEDGED) {
      LOG.info("Fresh reads: {} writes heartbeats again", node);
    } else if (outcome != former) {
      LOG.warn(
          "Fresh reads: {} of {}{}; reads of its shard stay on the primary meanwhile",
          outcome.meaning(),
          node,
          detail);
    }
    listener.heartbeat(outcome);
  }

  public void close() {
    connection.close();
  }
}
