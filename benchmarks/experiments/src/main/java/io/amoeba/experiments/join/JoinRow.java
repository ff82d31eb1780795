package io.amoeba.experiments.join;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What a member's virtual table {@code amoeba_views.incremental_join} says of the joining node at a
 * moment; all is 0 when no node joins. Immutable.
 *
 * @param atSeconds since 1970
 * @param endpoint of the joining node; empty if none joins
 * @param epoch of its newest announcement
 * @param done tokens that it owns
 * @param settling of these, those whose former owners still get the writes
 * @param pending tokens of which it gets the writes only
 * @param confirming of these, those about to become its own
 */
public record JoinRow(
    @JsonProperty("atSeconds") double atSeconds,
    @JsonProperty("endpoint") String endpoint,
    @JsonProperty("epoch") long epoch,
    @JsonProperty("done") int done,
    @JsonProperty("settling") int settling,
    @JsonProperty("pending") int pending,
    @JsonProperty("confirming") int confirming) {
  /** Begins the line that holds one of these as JSON. */
  public static final String LINE = "join ";

  static JoinRow nobody(double atSeconds) {
    return new JoinRow(atSeconds, "", 0, 0, 0, 0, 0);
  }

  /** Whether the node serves a part of its tokens while others are still to come. */
  boolean servesAPart() {
    return done > 0 && pending > 0;
  }

  /** Whether nothing but the time differs. */
  boolean sameAs(JoinRow other) {
    return new JoinRow(0, endpoint, epoch, done, settling, pending, confirming)
        .equals(
            new JoinRow(
                0,
                other.endpoint,
                other.epoch,
                other.done,
                other.settling,
                other.pending,
                other.confirming));
  }
}
