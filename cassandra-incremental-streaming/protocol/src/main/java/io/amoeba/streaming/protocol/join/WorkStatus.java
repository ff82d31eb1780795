package io.amoeba.streaming.protocol.join;

/** A run's state: its outcome, and why it failed (else empty). Immutable. */
public record WorkStatus(Outcome outcome, String reason) {}
