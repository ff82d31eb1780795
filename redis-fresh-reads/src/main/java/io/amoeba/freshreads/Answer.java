package io.amoeba.freshreads;

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

  /**
   * @param node {@code host:port} of the replica, or of the primary as far as is known
   */
  public Answer(@Nullable T value, Source source, String node, Duration provenAge) {
    this.value = value;
    this.source = source;
    this.node = node;
    this.provenAge = provenAge;
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

  /** The same answer that much later. */
  Answer<T> aged(long nanos) {
    return source == Source.PRIMARY
        ? this
        : new Answer<>(value, source, node, provenAge.plusNanos(nanos));
  }

  @Override
  public String toString() {
    return value + " from " + source + " " + node + ", proven age " + provenAge;
  }
}
