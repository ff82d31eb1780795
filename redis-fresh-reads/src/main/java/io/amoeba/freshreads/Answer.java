package io.amoeba.freshreads;

import io.amoeba.freshreads.proof.ReplicaProof;
import io.amoeba.freshreads.proof.StalenessBound;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An answer with where it comes from and how old it may be. Immutable.
 *
 * @param <T> type of the value
 */
public final class Answer<T> {

  /** The kind of server that answered. */
  public enum Source {
    PRIMARY,
    REPLICA
  }

  private final @Nullable T value;
  private final Source source;
  private final String node;
  private final Duration provenAge;
  private final long provenNanos;

  private Answer(
      @Nullable T value, Source source, String node, Duration provenAge, long provenNanos) {
    this.value = value;
    this.source = source;
    this.node = node;
    this.provenAge = provenAge;
    this.provenNanos = provenNanos;
  }

  /** Of a primary, as far as is known which one. */
  public static <T> Answer<T> ofPrimary(@Nullable T value, String node) {
    return new Answer<>(value, Source.PRIMARY, node, Duration.ZERO, ReplicaProof.NONE);
  }

  /**
   * Of a replica.
   *
   * @param provenNanos the proven moment, by {@link System#nanoTime}
   * @param nowNanos the moment of the hand-over
   */
  public static <T> Answer<T> ofReplica(
      @Nullable T value, String node, long provenNanos, long nowNanos) {
    Duration age = Duration.ofNanos(nowNanos - provenNanos);
    return new Answer<>(value, Source.REPLICA, node, age, provenNanos);
  }

  /** What the function's command returned; null for nil. */
  public @Nullable T value() {
    return value;
  }

  public Source source() {
    return source;
  }

  /**
   * {@code host:port} of the server. Of a primary it is the one that the cluster's last known state
   * names; a redirection may have led elsewhere. Empty while none is known.
   */
  public String node() {
    return node;
  }

  /**
   * At the hand-over, the time since the moment up to which the answer is proven to contain all
   * writes; never more than the bound. Zero from the primary.
   */
  public Duration provenAge() {
    return provenAge;
  }

  /** The same answer, handed over later; null if it is too old then. */
  @Nullable Answer<T> later(StalenessBound bound, long nowNanos) {
    if (source == Source.PRIMARY) {
      return this;
    }
    return bound.admits(provenNanos, nowNanos)
        ? ofReplica(value, node, provenNanos, nowNanos)
        : null;
  }

  @Override
  public String toString() {
    return value + " from " + source + " " + node + ", proven age " + provenAge;
  }
}
