package io.amoeba.streaming.protocol.pace;

/** The rate that one sender has at the moment, and why. Immutable. */
public record SenderRate(long bytesPerSec, PaceReason reason) {}
