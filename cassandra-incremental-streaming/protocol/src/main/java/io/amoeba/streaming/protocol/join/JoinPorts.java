package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.Announcement;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;

/**
 * Everything the driver asks of the node it runs in.
 *
 * @param preparation before a step's streaming; {@link #NOTHING} where there is none
 * @param warmUp after a step's streaming and before its switch; {@link #NOTHING} where there is
 *     none
 */
public record JoinPorts(
    ClusterView cluster,
    Transfers transfers,
    JoinStore store,
    ServingGate gate,
    Announcer announcer,
    StreamSessions sessions,
    TablePurge purge,
    StepWork preparation,
    StepWork warmUp,
    MonotonicClock clock) {

  /** Work that has succeeded as soon as it starts. */
  public static final StepWork NOTHING =
      tokens ->
          new StepWork.Run() {
            @Override
            public StepWork.Status poll() {
              return new StepWork.Status(Outcome.SUCCEEDED, "");
            }

            @Override
            public void abort() {}
          };

  /** Port: what gossip and the schema say. Called once per tick; must not block. */
  @FunctionalInterface
  public interface ClusterView {

    ClusterSnapshot snapshot();
  }

  /**
   * Port: who loses what. Computed with Cassandra's own strategies from the ring of the other
   * nodes, in which the joining node has {@code done} before and {@code done} and {@code step}
   * after. Each gained range is in exactly one transfer: that of the replica that loses it, never
   * of another one that has it. At most one transfer per sender; none for a range that no replica
   * loses.
   */
  @FunctionalInterface
  public interface Transfers {

    List<Transfer> of(SortedSet<Long> done, SortedSet<Long> step);
  }

  /**
   * Port: the joining node's durable record. {@code save} returns after the record has reached the
   * disk, in place of the one before, and throws when it may not have; the driver then tries again.
   */
  public interface JoinStore {

    void save(JoinRecord join);

    /** The join is taken back: the next start draws another plan. */
    void forget();
  }

  /** Port: which reads the joining node answers: those in the ranges of its done tokens. */
  @FunctionalInterface
  public interface ServingGate {

    /** Returns when reads of all these tokens' ranges are answered. The set never shrinks. */
    void serve(SortedSet<Long> done);
  }

  /** Port: the joining node's gossip state. What is announced is on disk and served already. */
  public interface Announcer {

    /** Gossips STATUS, and TOKENS as the announcement's {@code done}. */
    void announce(Announcement announcement);

    /**
     * All tokens are done and settled: from here on the node is an ordinary one, with STATUS
     * NORMAL.
     */
    void announceNormal();
  }

  /**
   * Port: Cassandra's streaming. The sender flushes and reads after the call, so that all it has
   * acknowledged before is sent; nothing is left out because an earlier attempt brought it.
   */
  @FunctionalInterface
  public interface StreamSessions {

    StreamSession start(Transfer transfer);
  }

  /** One attempt to bring a {@link Transfer}, whole. Neither call blocks. */
  public interface StreamSession {

    /** {@link Outcome#SUCCEEDED} once every byte is on disk and readable, for every range. */
    Status poll();

    /** Ends it; what has arrived may stay on disk. A second call does nothing. */
    void abort();

    /** A session's state: its outcome, why it failed (else empty), and its bytes. Immutable. */
    record Status(Outcome outcome, String reason, long bytesDone, long bytesTotal) {}
  }

  /**
   * Port: deletes what the joining node has of truncated tables, except in the ranges of its done
   * tokens. Nothing is streamed meanwhile; what is written meanwhile may stay or go.
   */
  @FunctionalInterface
  public interface TablePurge {
    /**
     * @param tables by id, with the time of the TRUNCATE in milliseconds since 1970; {@link
     *     io.amoeba.streaming.protocol.Truncations#EVERY_TABLE} for all
     */
    StepWork.Run start(SortedMap<UUID, Long> tables, SortedSet<Long> done);
  }

  /**
   * Port: asynchronous work on a step's tokens that the step waits for, as a repair of Paxos before
   * its streaming or a warm-up of caches before its switch. A failed run is started again after a
   * pause.
   */
  @FunctionalInterface
  public interface StepWork {

    Run start(SortedSet<Long> tokens);

    /** One run of the work. Neither call blocks. */
    interface Run {

      Status poll();

      /** Ends it. A second call does nothing. */
      void abort();
    }

    /** A run's state: its outcome, and why it failed (else empty). Immutable. */
    record Status(Outcome outcome, String reason) {}
  }

  /** How far something that is polled has come. */
  public enum Outcome {
    RUNNING,
    SUCCEEDED,
    FAILED
  }

  /** Port: milliseconds that never go back, from any origin. */
  @FunctionalInterface
  public interface MonotonicClock {

    long millis();
  }
}
