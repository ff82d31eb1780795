package io.amoeba.experiments.hints;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The moment from which a node captured reads, or captured none. Immutable.
 *
 * @param atSeconds since 1970
 */
record CaptureSwitch(
    @JsonProperty("atSeconds") double atSeconds, @JsonProperty("capturing") boolean capturing) {
  /** Begins the line that holds one of these as JSON. */
  static final String LINE = "capture ";
}
