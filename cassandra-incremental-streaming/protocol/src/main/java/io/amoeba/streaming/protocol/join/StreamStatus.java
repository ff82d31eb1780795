package io.amoeba.streaming.protocol.join;

/** A session's state: its outcome, why it failed (else empty), and its bytes. Immutable. */
public record StreamStatus(Outcome outcome, String reason, long bytesDone, long bytesTotal) {}
