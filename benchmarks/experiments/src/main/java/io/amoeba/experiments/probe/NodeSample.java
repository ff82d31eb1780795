package io.amoeba.experiments.probe;

import io.amoeba.experiments.JsonLines;

/**
 * What a joining node has done until a moment since its start. Immutable.
 *
 * @param atSeconds since 1970
 * @param mode Cassandra's word for what the node does: {@code JOINING}, {@code NORMAL}, …
 * @param ownership part of the ring whose first replica it is, 0 … 1; 0 before it is a member
 * @param reads that it answered as a replica, not those that it makes for itself
 * @param writes that it answered as a replica, before it owns their range, too
 * @param receivedBytes by streams
 */
public record NodeSample(
    double atSeconds, String mode, double ownership, long reads, long writes, long receivedBytes) {
  public static final JsonLines<NodeSample> LINES = new JsonLines<>("node", NodeSample.class);

  static final String NORMAL = "NORMAL";
  private static final String FAILED = "JOINING_FAILED";

  public boolean joined() {
    return mode.equals(NORMAL);
  }

  public boolean hasFailed() {
    return mode.equals(FAILED);
  }
}
