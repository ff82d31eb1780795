package io.amoeba.experiments.ycsb;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What ended within one second of the clock. Latencies are those of operations that succeeded, in
 * milliseconds, 0 if there were none. Immutable.
 *
 * @param second since 1970
 * @param operations that succeeded
 * @param failed operations, after the driver's own retries
 */
public record TrafficSecond(
    @JsonProperty("second") long second,
    @JsonProperty("operations") long operations,
    @JsonProperty("failed") long failed,
    @JsonProperty("meanMillis") double meanMillis,
    @JsonProperty("p50Millis") double p50Millis,
    @JsonProperty("p95Millis") double p95Millis,
    @JsonProperty("p99Millis") double p99Millis) {
  /** Begins the line that holds one of these as JSON. */
  public static final String LINE = "second ";
}
