package io.amoeba.experiments.hints;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What pulling a hot set brought. Immutable.
 *
 * @param received keys, from all peers together
 * @param applied replays
 * @param seconds until the last of them
 */
record PulledHotSet(
    @JsonProperty("received") long received,
    @JsonProperty("applied") long applied,
    @JsonProperty("seconds") double seconds) {
  /** Begins the line that holds one of these as JSON. */
  static final String LINE = "pulled ";

  static final PulledHotSet NONE = new PulledHotSet(0, 0, 0);
}
