package io.amoeba.freshreads.proof.simulation;

import io.amoeba.freshreads.proof.Heartbeat;
import io.amoeba.freshreads.proof.ReplicaProof;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** What a client concludes from a replica's answers to probes on one connection. */
interface Evidence {

  /** The replica's answer to a probe. */
  void shown(Dataset data, @Nullable String heartbeat, long nowNanos);

  /** The replica answered a probe with an error. */
  void refused();

  long provenNanos();

  /** The library's proof. */
  final class ByHeartbeat implements Evidence {

    private final ReplicaProof proof;

    ByHeartbeat(Heartbeat heartbeat) {
      this.proof = new ReplicaProof(heartbeat);
    }

    @Override
    public void shown(Dataset data, @Nullable String heartbeat, long nowNanos) {
      if (heartbeat == null) {
        proof.forget();
      } else {
        proof.show(ByteBuffer.wrap(heartbeat.getBytes(StandardCharsets.US_ASCII)), nowNanos);
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
    public void shown(Dataset data, @Nullable String heartbeat, long nowNanos) {
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
