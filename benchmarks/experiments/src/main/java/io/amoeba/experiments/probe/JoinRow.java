package io.amoeba.experiments.probe;

import io.amoeba.experiments.JsonLines;

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
    double atSeconds,
    String endpoint,
    long epoch,
    int done,
    int settling,
    int pending,
    int confirming) {
  /** How probes print them. */
  public static final JsonLines<JoinRow> LINES = new JsonLines<>("join", JoinRow.class);
}
