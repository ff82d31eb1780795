package io.amoeba.freshreads.proof.simulation;

import io.amoeba.freshreads.proof.Heartbeat;
import io.amoeba.freshreads.proof.OffsetMarks;
import io.amoeba.freshreads.proof.ReplicaProof;
import io.amoeba.freshreads.proof.StreamPosition;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** What a client concludes from a replica's answers to probes on one connection. */
interface Evidence {

  /**
   * The replica's answer to a probe.
   *
   * @param shown what it has, and tells, at the execution of the probe
   */
  void shown(Shown shown, long nowNanos);

  /** The replica answered a probe with an error. */
  void refused();

  long provenNanos();

  /**
   * What a replica shows.
   *
   * @param info INFO replication; empty for clients that do not ask
   */
  record Shown(Dataset data, @Nullable String heartbeat, String info) {}

  /** The library's proof. */
  final class Proven implements Evidence {

    private final ReplicaProof proof;

    Proven(Heartbeat heartbeat, OffsetMarks marks) {
      this.proof = new ReplicaProof(heartbeat, marks);
    }

    @Override
    public void shown(Shown shown, long nowNanos) {
      if (!shown.info().isEmpty()) {
        proof.show(StreamPosition.ofReplica(shown.info()));
      } else if (shown.heartbeat() == null) {
        proof.forget();
      } else {
        byte[] text = shown.heartbeat().getBytes(StandardCharsets.US_ASCII);
        proof.show(ByteBuffer.wrap(text), nowNanos);
      }
    }

    @Override
    public void refused() {
      proof.forget();
    }

    @Override
    public long provenNanos() {
      return proof.provenNanos();
    }
  }

  /**
   * The wrong way: a replica that has reached a number of the primary is as fresh as the primary
   * was at that number, although after a failover numbers start lower.
   */
  final class ByNumber implements Evidence {

    private final NavigableMap<Long, Long> reached;
    private final boolean counter;
    private long proven = ReplicaProof.NONE;

    /**
     * Evidence of one connection.
     *
     * @param reached the latest moment for each number of the primary
     */
    ByNumber(NavigableMap<Long, Long> reached, boolean counter) {
      this.reached = reached;
      this.counter = counter;
    }

    @Override
    public void shown(Shown shown, long nowNanos) {
      Dataset data = shown.data();
      Map.Entry<Long, Long> latest =
          reached.headMap(counter ? data.counter() : data.offset(), true).entrySet().stream()
              .max(Map.Entry.comparingByValue())
              .orElse(null);
      proven = latest == null ? ReplicaProof.NONE : latest.getValue();
    }

    @Override
    public void refused() {
      proven = ReplicaProof.NONE;
    }

    @Override
    public long provenNanos() {
      return proven;
    }
  }
}
