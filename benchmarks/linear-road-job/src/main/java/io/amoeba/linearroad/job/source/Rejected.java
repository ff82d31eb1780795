package io.amoeba.linearroad.job.source;

/** A line that is no valid input, and why. Immutable. */
public record Rejected(byte[] line, String problem) {}
