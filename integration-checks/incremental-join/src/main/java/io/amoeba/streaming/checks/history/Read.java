package io.amoeba.streaming.checks.history;

/**
 * One read that was answered; failed reads are only counted. Immutable.
 *
 * @param seen all versions of the key that it returned
 * @param coordinator number of the node that was asked
 * @param beginNanos before the request was sent; {@code System.nanoTime} of one JVM
 * @param endNanos after the answer had come
 */
public record Read(
    String key, VersionSet seen, Level level, int coordinator, long beginNanos, long endNanos) {}
