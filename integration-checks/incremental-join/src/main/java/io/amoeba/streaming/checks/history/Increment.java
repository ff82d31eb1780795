package io.amoeba.streaming.checks.history;

/**
 * One attempt to raise a counter by a lightweight transaction: {@code UPDATE … SET value = v + 1 IF
 * value = v}. Attempts that were answered with "not applied" are not recorded. Immutable.
 *
 * @param value the value that it sets
 * @param beginNanos before the request was sent; {@code System.nanoTime} of one JVM
 * @param endNanos after the answer had come or the client had given up
 */
public record Increment(
    String counter, int value, long beginNanos, long endNanos, Outcome outcome) {}
