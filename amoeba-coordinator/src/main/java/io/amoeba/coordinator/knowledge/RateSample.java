package io.amoeba.coordinator.knowledge;

/**
 * One second of an operator: epoch milliseconds, share of store requests that stayed on their node
 * (0 … 1, NaN unknown) and records that came in per second (NaN unknown). Immutable.
 */
public record RateSample(long atMillis, double localHitRate, double recordsInPerSecond) {}
