package io.amoeba.linearroad.measure;

/** What every part of a run is measured by; NaN: not known. */
public interface Rates {
  /** Share of requests to Redis that went to the own node, 0 … 1. */
  double localHitRate();

  /** Position reports. */
  double recordsPerSecond();

  /** Median time that a crossing spent in operator Toll. */
  double tollLatencyP50Micros();

  /** The time that 99 % of the crossings did not exceed. */
  double tollLatencyP99Micros();
}
