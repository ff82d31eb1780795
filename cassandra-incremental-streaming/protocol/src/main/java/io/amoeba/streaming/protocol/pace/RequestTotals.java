package io.amoeba.streaming.protocol.pace;

/** The requests of one kind that a node has coordinated since its start, and their time. */
public record RequestTotals(long count, long micros) {}
