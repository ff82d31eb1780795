package io.amoeba.coordinator.monitor;

/** A partitioner that switches at once, without order: known by operator name alone. Immutable. */
public record DirectReport(String operator, int parallelism, long epoch) {}
