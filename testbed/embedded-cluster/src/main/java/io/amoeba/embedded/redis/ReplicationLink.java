package io.amoeba.embedded.redis;

import io.amoeba.embedded.network.Relay;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The way between a replica and its primary, whichever that is. It is whole at first; each
 * disturbance replaces the one before. Bytes arrive in the order in which they were sent, and none
 * is lost unless the link is cut. Clients and the cluster bus do not use it. Safe for concurrent
 * use.
 */
public final class ReplicationLink {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long FOREVER_NANOS = Long.MAX_VALUE;

  private final Set<Relay> relays = ConcurrentHashMap.newKeySet();

  // Guarded by this.
  private boolean silent;
  private boolean cut;
  private long delayNanos;
  private long bytesPerSecond = Long.MAX_VALUE;
  private long changes;

  ReplicationLink() {}

  /** Lets no byte pass in either direction, while both ends stay connected. */
  public void silence() {
    change(true, false, 0, Long.MAX_VALUE);
  }

  /** Lets each byte arrive one to two times this delay after it was sent, in both directions. */
  public void delay(Duration delay) {
    change(false, false, delay.toNanos(), Long.MAX_VALUE);
  }

  /** Limits what arrives at the replica. */
  public void throttle(long bytesPerSecondToReplica) {
    change(false, false, 0, bytesPerSecondToReplica);
  }

  /** Closes the connections and every new one. */
  public void cut() {
    change(false, true, 0, Long.MAX_VALUE);
    List.copyOf(relays).forEach(Relay::end);
  }

  /** Makes the link whole. What was held back arrives at once. */
  public void restore() {
    change(false, false, 0, Long.MAX_VALUE);
  }

  private synchronized void change(
      boolean silentNow, boolean cutNow, long delayNanosNow, long bytesPerSecondNow) {
    silent = silentNow;
    cut = cutNow;
    delayNanos = delayNanosNow;
    bytesPerSecond = bytesPerSecondNow;
    changes++;
    notifyAll();
  }

  /** Registers a new connection; one that a cut link gets is ended. */
  void add(Relay relay) {
    relays.add(relay);
    if (isCut()) {
      relay.end();
    }
  }

  private synchronized boolean isCut() {
    return cut;
  }

  /** Waits until bytes that have just been read may be written. */
  synchronized void awaitPassage(Relay relay) throws IOException {
    awaitChange(delayNanos);
    while (silent && relay.isOpen()) {
      awaitChange(FOREVER_NANOS);
    }
  }

  /** Waits as long as a throttled link takes for bytes that have been written to the replica. */
  synchronized void awaitTransfer(int bytes) throws IOException {
    if (bytesPerSecond < Long.MAX_VALUE) {
      awaitChange(bytes * NANOS_PER_SECOND / bytesPerSecond);
    }
  }

  /** Waits that long, but no longer than until the next change. */
  private synchronized void awaitChange(long nanos) throws IOException {
    long startNanos = System.nanoTime();
    long before = changes;
    long left = nanos;
    try {
      while (left > 0 && changes == before) {
        wait(left / NANOS_PER_MILLI + 1);
        left = nanos - (System.nanoTime() - startNanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Lets the other direction of a connection see that it was closed. */
  synchronized void ended(Relay relay) {
    relays.remove(relay);
    changes++;
    notifyAll();
  }
}
