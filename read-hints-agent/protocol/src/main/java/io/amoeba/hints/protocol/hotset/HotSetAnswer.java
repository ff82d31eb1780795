package io.amoeba.hints.protocol.hotset;

import io.amoeba.hints.protocol.batch.EncodedBatch;
import io.amoeba.hints.protocol.batch.MalformedBatchException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A hot set on its way to the peer that has asked for it. A peer replays more slowly than it
 * receives: what it has no room for waits here, so that nothing it has asked for is lost. Times are
 * by System.nanoTime. Safe for concurrent use.
 */
public final class HotSetAnswer {

  /** For which a peer without room is left alone; then it gets one batch to see whether it has. */
  static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Of silence. A peer that has just started asks before the others see it up. */
  static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** No peer waits longer for what it has asked for. */
  static final long MOST_NANOS = TimeUnit.HOURS.toNanos(1);

  private final Part part;
  private final Deque<EncodedBatch> waiting;
  private final long beganNanos;
  private long heardNanos;
  private long pauseEndsNanos;
  private boolean full;
  private int underWay;

  /** An answer to the request with this id. */
  public HotSetAnswer(long id, Collection<EncodedBatch> batches, long nowNanos) {
    part = new Part(id, batches.size());
    waiting = new ArrayDeque<>(batches);
    beganNanos = nowNanos;
    heardNanos = nowNanos;
    pauseEndsNanos = nowNanos;
  }

  /** What goes along with each batch. */
  public Part part() {
    return part;
  }

  /** The batch to send now, if there is one; its outcome must be {@linkplain #ended reported}. */
  public synchronized Optional<EncodedBatch> next(long nowNanos) {
    if (waiting.isEmpty() || nowNanos - pauseEndsNanos < 0 || (full && underWay > 0)) {
      return Optional.empty();
    }
    underWay++;
    return Optional.of(waiting.removeFirst());
  }

  /** The batch could not be sent, and waits again. */
  public synchronized void putBack(EncodedBatch batch) {
    underWay--;
    waiting.addFirst(batch);
  }

  public synchronized void ended(EncodedBatch batch, Delivery delivery, long nowNanos) {
    if (delivery == Delivery.REFUSED) {
      putBack(batch);
      pauseEndsNanos = nowNanos + PAUSE_NANOS;
    } else {
      underWay--;
    }
    full = delivery == Delivery.REFUSED;
    heardNanos = delivery == Delivery.UNANSWERED ? heardNanos : nowNanos;
  }

  /** Whether there is nothing left to send, or no peer that takes it. */
  public synchronized boolean isOver(long nowNanos) {
    return (waiting.isEmpty() && underWay == 0)
        || nowNanos - heardNanos > PATIENCE_NANOS
        || nowNanos - beganNanos > MOST_NANOS;
  }

  /**
   * What goes along with each batch of a hot set. Immutable.
   *
   * @param id of the request
   * @param batches that the whole answer has, 1 or more
   */
  public record Part(long id, int batches) {

    private static final int BYTES = Long.BYTES + Integer.BYTES;

    public byte[] encode() {
      return ByteBuffer.allocate(BYTES).putLong(id).putInt(batches).array();
    }

    public static Part decode(byte[] bytes) throws MalformedBatchException {
      if (bytes.length != BYTES) {
        throw new MalformedBatchException("a part of an answer with " + bytes.length + " bytes");
      }
      ByteBuffer in = ByteBuffer.wrap(bytes);
      Part part = new Part(in.getLong(), in.getInt());
      if (part.batches < 1) {
        throw new MalformedBatchException("an answer of " + part.batches + " batches");
      }
      return part;
    }
  }

  /** What has become of a batch that was sent to a peer. */
  public enum Delivery {
    TAKEN,
    /** The peer has no room for it yet. */
    REFUSED,
    /** The peer did not answer; it may have taken it nevertheless. */
    UNANSWERED
  }
}
