package io.amoeba.experiments.probe;

import io.amoeba.experiments.JsonLines;

/**
 * What pulling a hot set brought. Immutable.
 *
 * @param received keys, from all peers together
 * @param applied replays
 * @param seconds until the last of them
 */
public record PulledHotSet(long received, long applied, double seconds) {
  /** How probes print them. */
  public static final JsonLines<PulledHotSet> LINES = new JsonLines<>("pulled", PulledHotSet.class);

  /** Nothing was pulled. */
  public static final PulledHotSet NONE = new PulledHotSet(0, 0, 0);
}
