package io.amoeba.experiments.join;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What a node said about itself at a moment. Counters begin with the node. Immutable.
 *
 * @param atSeconds since 1970
 * @param mode Cassandra's word for what the node does: {@code JOINING}, {@code NORMAL}, …
 * @param ownership part of the ring whose first replica it is, 0 … 1; 0 before it is a member
 * @param reads that it answered as a replica, not those that it makes for itself
 * @param writes that it answered as a replica, before it owns their range, too
 * @param receivedBytes by streams
 */
public record NodeSample(
    @JsonProperty("atSeconds") double atSeconds,
    @JsonProperty("mode") String mode,
    @JsonProperty("ownership") double ownership,
    @JsonProperty("reads") long reads,
    @JsonProperty("writes") long writes,
    @JsonProperty("receivedBytes") long receivedBytes) {
  /** Begins the line that holds one of these as JSON. */
  public static final String LINE = "node ";

  static final String NORMAL = "NORMAL";
  private static final String FAILED = "JOINING_FAILED";

  /** Whether the node is a full member. */
  boolean isNormal() {
    return mode.equals(NORMAL);
  }

  /** Whether the node gave up. */
  boolean hasFailed() {
    return mode.equals(FAILED);
  }
}
