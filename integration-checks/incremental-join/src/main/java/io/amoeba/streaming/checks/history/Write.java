package io.amoeba.streaming.checks.history;

/**
 * One write that a client began: it adds the version to the key's set. Immutable.
 *
 * @param version unique for its key, from 1
 * @param coordinator number of the node that was asked
 * @param beginNanos before the request was sent; {@code System.nanoTime} of one JVM
 * @param endNanos after the answer had come or the client had given up
 */
public record Write(
    String key,
    int version,
    Level level,
    int coordinator,
    long beginNanos,
    long endNanos,
    Outcome outcome) {}
