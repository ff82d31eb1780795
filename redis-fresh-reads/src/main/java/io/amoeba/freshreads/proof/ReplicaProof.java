package io.amoeba.freshreads.proof;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The moment up to which the server at the other end of one connection has proven to know every
 * write of its primary. It belongs to the connection and ends with it. Heartbeats and positions are
 * shown by one thread, in the order of the connection's answers; any thread reads the moment
 * without a lock.
 *
 * <p>Source: docs/adr/0020-proof-at-the-answer.md.
 */
public final class ReplicaProof {

  /*
   * Why a heartbeat proves anything. The client stamps heartbeat v with its own clock and then sends
   * it to the primary. Whatever the primary executed before v therefore precedes v in the
   * replication stream. A server that shows v has applied that prefix, and a later read on the same
   * connection is executed by the same process, after it.
   *
   * Why the newest answer counts and not the largest moment. A process whose data was replaced by an
   * older state (a full resynchronization from a lagging server) shows an older heartbeat, or none.
   * Its former proof is then worth nothing.
   *
   * Where the primary takes no heartbeats, its position in the replication stream serves instead:
   * see OffsetMarks. Both prove the same of the same connection, so one may follow the other.
   */

  /** No moment: nothing is proven. */
  public static final long NONE = Long.MIN_VALUE;

  private final Heartbeat heartbeat;
  private final OffsetMarks marks;
  private volatile long provenNanos = NONE;

  /**
   * Starts without proof.
   *
   * @param marks of the replica's primary
   */
  public ReplicaProof(Heartbeat heartbeat, OffsetMarks marks) {
    this.heartbeat = heartbeat;
    this.marks = marks;
  }

  /** The proven moment, or {@link #NONE}. */
  public long provenNanos() {
    return provenNanos;
  }

  /**
   * The replica's answer to a probe, a read of the heartbeat key. Anything but a heartbeat of this
   * process, not from the future, ends the proof.
   *
   * @param text what the replica has under the key
   * @param nowNanos the moment of the answer
   * @return whether it proves a moment
   */
  public boolean show(ByteBuffer text, long nowNanos) {
    long moment = heartbeat.moment(text);
    boolean proves = moment != NONE && moment - nowNanos <= 0;
    provenNanos = proves ? moment : NONE;
    return proves;
  }

  /**
   * The replica's position in the replication stream. Anything but a position that reaches one of
   * its primary's marks ends the proof.
   *
   * @param position null if it told none
   * @return whether it proves a moment
   */
  public boolean show(@Nullable StreamPosition position) {
    long moment = position == null ? NONE : marks.reached(position);
    provenNanos = moment;
    return moment != NONE;
  }

  /**
   * The replica has no heartbeat, or answered a probe with an error: nothing is proven any more.
   */
  public void forget() {
    provenNanos = NONE;
  }
}
