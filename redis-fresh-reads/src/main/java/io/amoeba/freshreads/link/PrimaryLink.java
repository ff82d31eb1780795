package io.amoeba.freshreads.link;

import io.amoeba.freshreads.choice.NodeLoad;
import io.amoeba.freshreads.proof.OffsetMarks;
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
 * another server took would prove nothing. Where the primary refuses them, it is asked for its
 * replication offset instead. {@link #tick} and {@link #close} belong to the timer's thread;
 * otherwise safe for concurrent use.
 */
public final class PrimaryLink {
  private static final Logger LOG = LoggerFactory.getLogger(PrimaryLink.class);

  /** Nothing is left behind when a process ends. */
  static final long EXPIRY_MILLIS = TimeUnit.SECONDS.toMillis(60);

  /** Without an answer for so long, the cluster may have another primary. */
  private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** After it, what the primary has refused is tried again. */
  private static final long REFUSED_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Node node;
  private final LinkSettings<?, ?> settings;
  private final NodeLoad load;
  private final HeartbeatListener listener;
  private final HeartbeatPace pace;
  private final boolean written;
  private final OffsetMarks marks = new OffsetMarks();
  private final PositionInquiry inquiry;
  private final NodeConnection<String, String, StatefulRedisConnection<String, String>> connection;
  private volatile long respondedNanos = System.nanoTime();
  private final ProbesInFlight inFlight = new ProbesInFlight();
  private volatile HeartbeatOutcome last;
  private volatile @Nullable WriteRefusal refusal;
  private volatile long refusedNanos;

  /**
   * @param load gets the latencies of probes
   * @param listener learns each outcome
   */
  public PrimaryLink(
      Node node,
      RedisURI uri,
      LinkSettings<?, ?> settings,
      NodeLoad load,
      HeartbeatSettings heartbeats,
      HeartbeatListener listener) {
    this.node = node;
    this.settings = settings;
    this.load = load;
    this.listener = listener;
    this.pace = heartbeats.start(System.nanoTime());
    this.written = heartbeats.written();
    this.last = written ? HeartbeatOutcome.ACKNOWLEDGED : HeartbeatOutcome.OFFSETS;
    this.inquiry = new PositionInquiry(marks, load, settings.clusterMode());
    this.connection =
        new NodeConnection<>(
            settings.connector(), StringCodec.ASCII, uri, CompletableFuture::completedFuture);
  }

  /** The positions that the primary has told, which its replicas' proofs are compared with. */
  public OffsetMarks marks() {
    return marks;
  }

  /** How the latest heartbeat ended. */
  public HeartbeatOutcome outcome() {
    return last;
  }

  /** The code of the error by which the primary refuses heartbeats now; null if it takes them. */
  public @Nullable String refusal() {
    WriteRefusal now = refusal;
    return now == null ? null : now.code();
  }

  /**
   * Keeps the connection, and sends a heartbeat when one is due.
   *
   * @param reads of this process in the shard until now
   * @param wantedNanos after a pause so long, heartbeats may be ten times their share of the reads
   */
  public void tick(long nowNanos, String heartbeatKey, long reads, long wantedNanos) {
    boolean waits = !inFlight.isEmpty();
    if (inFlight.hang(nowNanos)) {
      connection.drop();
    }
    connection.tick(nowNanos);
    StatefulRedisConnection<String, String> now = connection.current();
    if (now != null && !waits) {
      respondedNanos = nowNanos;
    }
    if (nowNanos - respondedNanos > LOST_NANOS) {
      if (pace.isDue(nowNanos, reads, wantedNanos)) {
        ended(HeartbeatOutcome.LOST, "");
      }
    } else if (now != null && !inFlight.isFull() && pace.isDue(nowNanos, reads, wantedNanos)) {
      beat(now, heartbeatKey, nowNanos);
    }
  }

  private void beat(
      StatefulRedisConnection<String, String> connection, String heartbeatKey, long nowNanos) {
    boolean pauses = nowNanos - refusedNanos < REFUSED_PAUSE_NANOS;
    if (written && (refusal == null || !pauses)) {
      send(connection, heartbeatKey);
    } else if (last != HeartbeatOutcome.REFUSED || !pauses) {
      inquire(connection);
    }
  }

  private void send(StatefulRedisConnection<String, String> connection, String heartbeatKey) {
    // Before it is sent: what the primary executed until now precedes it.
    long sentNanos = System.nanoTime();
    inFlight.sent(sentNanos);
    connection
        .async()
        .set(heartbeatKey, settings.heartbeat().value(sentNanos), SetArgs.Builder.px(EXPIRY_MILLIS))
        .whenComplete(
            (ok, failure) -> {
              responded();
              if (failure == null) {
                ended(HeartbeatOutcome.ACKNOWLEDGED, "");
                probe(connection, heartbeatKey);
              } else {
                failed(StageFailure.code(failure), connection, heartbeatKey);
              }
            });
  }

  private void failed(
      @Nullable String code,
      StatefulRedisConnection<String, String> connection,
      String heartbeatKey) {
    HeartbeatOutcome outcome = HeartbeatOutcome.ofError(code);
    if (code != null && outcome == HeartbeatOutcome.REFUSED) {
      refusal = WriteRefusal.of(code, heartbeatKey);
      refusedNanos = System.nanoTime();
      listener.heartbeat(outcome);
      inquire(connection);
    } else {
      ended(outcome, code == null ? "" : code);
    }
  }

  /** Asks for the replication offset, which serves instead of a heartbeat. */
  private void inquire(StatefulRedisConnection<String, String> connection) {
    inFlight.sent(System.nanoTime());
    inquiry
        .ask(connection)
        .whenComplete(
            (finding, failure) -> {
              responded();
              if (failure == null) {
                ended(finding.outcome(), finding.reason());
              } else {
                String code = StageFailure.code(failure);
                ended(
                    HeartbeatOutcome.ofError(code),
                    code == null ? "" : "it refuses INFO or CLUSTER INFO with " + code);
              }
            });
  }

  private void responded() {
    long nowNanos = System.nanoTime();
    inFlight.ended(nowNanos);
    respondedNanos = nowNanos;
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

  /** Logs each change once. */
  private void ended(HeartbeatOutcome outcome, String detail) {
    if (outcome == HeartbeatOutcome.REFUSED) {
      refusedNanos = System.nanoTime();
    } else if (outcome != HeartbeatOutcome.OFFSETS) {
      refusal = null;
    }
    HeartbeatOutcome former = last;
    last = outcome;
    if (outcome != former) {
      log(outcome, detail);
    }
    listener.heartbeat(outcome);
  }

  private void log(HeartbeatOutcome outcome, String detail) {
    WriteRefusal refused = refusal;
    if (outcome == HeartbeatOutcome.ACKNOWLEDGED) {
      LOG.info("Fresh reads: primary {} takes heartbeats again", node);
    } else if (refused != null) {
      logRefusal(refused, outcome, detail);
    } else if (outcome == HeartbeatOutcome.OFFSETS) {
      LOG.info("Fresh reads: primary {} tells its replication offset again", node);
    } else {
      LOG.warn(
          "Fresh reads: {}{}; reads of the shard of {} stay on the primary meanwhile",
          outcome.meaning(),
          detail.isEmpty() ? "" : " (" + detail + ")",
          node);
    }
  }

  private void logRefusal(WriteRefusal refused, HeartbeatOutcome outcome, String detail) {
    if (outcome == HeartbeatOutcome.OFFSETS) {
      LOG.warn(
          "Fresh reads: primary {} refuses heartbeats ({}); replication offsets prove the freshness"
              + " of its replicas meanwhile. To end this, {}",
          node,
          refused.code(),
          refused.remedy());
    } else {
      LOG.warn(
          "Fresh reads: primary {} refuses heartbeats ({}), and offsets prove nothing: {}; reads of"
              + " its shard stay there meanwhile. To end this, {}",
          node,
          refused.code(),
          detail,
          refused.remedy());
    }
  }

  public void close() {
    connection.close();
  }
}
