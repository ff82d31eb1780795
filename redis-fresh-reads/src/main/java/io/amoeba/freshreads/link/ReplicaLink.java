package io.amoeba.freshreads.link;

import io.amoeba.freshreads.choice.NodeLoad;
import io.amoeba.freshreads.proof.Heartbeat;
import io.amoeba.freshreads.proof.OffsetMarks;
import io.amoeba.freshreads.proof.ReplicaProof;
import io.amoeba.freshreads.shard.Node;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to one replica: a connection in READONLY mode, replaced when it ends, and the replica's
 * load. {@link #tick} and {@link #close} belong to the timer's thread; otherwise safe for
 * concurrent use.
 */
public final class ReplicaLink<K, V> {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaLink.class);

  private final Node node;
  private final LinkSettings<K, V> settings;
  private final OffsetMarks marks;
  private final NodeConnection<K, V, ReplicaConnection<K, V>> connection;
  private final NodeLoad load = new NodeLoad();
  private volatile boolean stalled;
  private volatile boolean refused;

  /**
   * @param marks of the replica's primary
   */
  public ReplicaLink(Node node, RedisURI uri, LinkSettings<K, V> settings, OffsetMarks marks) {
    this.node = node;
    this.settings = settings;
    this.marks = marks;
    this.connection =
        new NodeConnection<>(settings.connector(), settings.codec(), uri, this::prepared);
  }

  private CompletionStage<ReplicaConnection<K, V>> prepared(
      StatefulRedisConnection<K, V> connected) {
    Heartbeat heartbeat = settings.heartbeat();
    return connected
        .async()
        .readOnly()
        .exceptionally(ReplicaLink::withoutClusterMode)
        .thenApply(
            ok ->
                new ReplicaConnection<>(
                    connected,
                    settings.codec(),
                    ReadCommands.onReplica(
                        connected,
                        settings.codec(),
                        settings.connector().options(),
                        settings.rules()),
                    new ReplicaProof(heartbeat, marks)))
        .whenComplete((ready, refusal) -> logPreparation(refusal));
  }

  /** A replica without cluster mode needs no READONLY, and Redis answers it by a plain error. */
  private static String withoutClusterMode(Throwable refusal) {
    if ("ERR".equals(StageFailure.code(refusal))) {
      return "OK";
    }
    throw new CompletionException(refusal);
  }

  /** Logs each change once. */
  private void logPreparation(@Nullable Throwable refusal) {
    String code = refusal == null ? null : StageFailure.code(refusal);
    if (code != null && !refused) {
      LOG.warn(
          "Fresh reads: replica {} refuses reads ({}); they stay on the primary meanwhile",
          node,
          code);
    }
    refused = code != null;
  }

  public Node node() {
    return node;
  }

  public NodeLoad load() {
    return load;
  }

  /** The connection to send a read on; null while there is none, or it does not answer. */
  public @Nullable ReplicaConnection<K, V> connection() {
    return stalled ? null : connection.current();
  }

  /** Reads stay away until the replica answers something. */
  public void stall() {
    stalled = true;
  }

  /** The replica answered. */
  public void answers() {
    if (stalled) {
      stalled = false;
    }
  }

  /** Reads the heartbeat from the replica. */
  public void probe(byte[] heartbeatKey) {
    ReplicaConnection<K, V> now = connection.current();
    if (now != null) {
      now.probe(heartbeatKey, this::probed);
    }
  }

  /** Asks the replica for its position in the replication stream. */
  public void probePosition() {
    ReplicaConnection<K, V> now = connection.current();
    if (now != null) {
      now.probePosition(this::probed);
    }
  }

  private void probed(long latencyNanos, long nowNanos, @Nullable Throwable failure) {
    if (failure == null) {
      load.probed(latencyNanos, nowNanos);
      answers();
    }
  }

  /** Connects, reconnects, and gives up a connection that hangs. */
  public void tick(long nowNanos) {
    ReplicaConnection<K, V> now = connection.current();
    if (now != null && now.hangs(nowNanos)) {
      connection.drop();
    }
    connection.tick(nowNanos);
  }

  public void close() {
    connection.close();
  }
}
