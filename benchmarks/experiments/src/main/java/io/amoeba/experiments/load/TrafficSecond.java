package io.amoeba.experiments.load;

import io.amoeba.experiments.JsonLines;

/**
 * What ended within one second of the clock. Latencies are those of operations that succeeded, in
 * milliseconds, 0 if there were none. Immutable.
 *
 * @param second since 1970
 * @param operations that succeeded
 * @param failed operations, after the driver's own retries
 */
public record TrafficSecond(
    long second,
    long operations,
    long failed,
    double meanMillis,
    double p50Millis,
    double p95Millis,
    double p99Millis) {
  public static final JsonLines<TrafficSecond> LINES =
      new JsonLines<>("second", TrafficSecond.class);
}
