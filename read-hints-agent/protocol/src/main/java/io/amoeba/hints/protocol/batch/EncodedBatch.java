package io.amoeba.hints.protocol.batch;

/** Bytes for the wire, and how many hints they carry. Immutable; the array is not copied. */
public record EncodedBatch(byte[] bytes, int hints) {}
