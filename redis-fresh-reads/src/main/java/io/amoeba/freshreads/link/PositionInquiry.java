package io.amoeba.freshreads.link;

import io.amoeba.freshreads.choice.NodeLoad;
import io.amoeba.freshreads.proof.OffsetMarks;
import io.amoeba.freshreads.proof.StreamPosition;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Asks a primary where its replication stream is, which proves what a heartbeat proves, without a
 * write. Safe for concurrent use.
 */
final class PositionInquiry {

  /*
   * A heartbeat that was written also shows that the primary is in office. INFO does not: a primary
   * that was cut off and replaced answers it for ever. In cluster mode such a primary refuses writes
   * after the node timeout, because its own state of the cluster is no longer ok; CLUSTER INFO tells
   * that state. It is asked second, so it holds at the position or later, and a primary returns to
   * office only as another history.
   *
   * Without cluster mode nothing but min-replicas-to-write makes such a primary refuse writes. INFO
   * tells whether the setting is in force, but not whether it is met.
   */

  private static final String IN_OFFICE = "cluster_state:ok";
  private static final String MIN_REPLICAS = "\nmin_slaves_good_slaves:";

  private final OffsetMarks marks;
  private final NodeLoad load;
  private final boolean clusterMode;

  /**
   * @param marks gets the positions
   * @param load gets the latencies
   */
  PositionInquiry(OffsetMarks marks, NodeLoad load, boolean clusterMode) {
    this.marks = marks;
    this.load = load;
    this.clusterMode = clusterMode;
  }

  /** Asks, and adds a mark if the answer proves something. Fails if a server or lettuce does. */
  CompletionStage<Finding> ask(StatefulRedisConnection<String, String> connection) {
    RedisAsyncCommands<String, String> commands = connection.async();
    // Before it is asked: what the primary executed until now lies within its position.
    long sentNanos = System.nanoTime();
    RedisFuture<String> info = commands.info("replication");
    CompletionStage<String> state =
        clusterMode ? commands.clusterInfo() : CompletableFuture.completedFuture("");
    // The same command as at replicas, so that the latencies compare.
    info.whenComplete(
        (told, failure) -> {
          if (failure == null) {
            long nowNanos = System.nanoTime();
            load.probed(nowNanos - sentNanos, nowNanos);
          }
        });
    return info.thenCombine(state, (told, cluster) -> judged(told, cluster, sentNanos));
  }

  private Finding judged(String info, String clusterInfo, long sentNanos) {
    Finding finding = finding(info, clusterInfo, clusterMode);
    StreamPosition position = StreamPosition.ofPrimary(info);
    if (finding.outcome == HeartbeatOutcome.OFFSETS && position != null) {
      marks.mark(position, sentNanos);
    }
    return finding;
  }

  /**
   * What the answers of a primary show.
   *
   * @param info its INFO replication
   * @param clusterInfo its CLUSTER INFO; without cluster mode it does not matter
   */
  static Finding finding(String info, String clusterInfo, boolean clusterMode) {
    if (!StreamPosition.isPrimary(info)) {
      return new Finding(HeartbeatOutcome.MOVED, "it is no primary any more");
    }
    if (clusterMode && !clusterInfo.contains(IN_OFFICE)) {
      return new Finding(HeartbeatOutcome.MOVED, "its state of the cluster is not ok");
    }
    if (!clusterMode && info.contains(MIN_REPLICAS)) {
      return new Finding(
          HeartbeatOutcome.REFUSED,
          "without cluster mode its offset does not show whether min-replicas-to-write is met");
    }
    if (StreamPosition.ofPrimary(info) == null) {
      return new Finding(HeartbeatOutcome.REFUSED, "it does not tell its replication offset");
    }
    return new Finding(HeartbeatOutcome.OFFSETS, "");
  }

  /** What an inquiry has shown. Immutable. */
  static final class Finding {
    private final HeartbeatOutcome outcome;
    private final String reason;

    Finding(HeartbeatOutcome outcome, String reason) {
      this.outcome = outcome;
      this.reason = reason;
    }

    HeartbeatOutcome outcome() {
      return outcome;
    }

    /** Why it proves nothing; empty if it does. */
    String reason() {
      return reason;
    }
  }
}
