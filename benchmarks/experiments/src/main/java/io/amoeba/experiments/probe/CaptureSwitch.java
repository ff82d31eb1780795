package io.amoeba.experiments.probe;

import io.amoeba.experiments.JsonLines;

/**
 * The moment from which a node captured reads, or captured none. Immutable.
 *
 * @param atSeconds since 1970
 */
public record CaptureSwitch(double atSeconds, boolean capturing) {
  /** How probes print them. */
  public static final JsonLines<CaptureSwitch> LINES =
      new JsonLines<>("capture", CaptureSwitch.class);
}
