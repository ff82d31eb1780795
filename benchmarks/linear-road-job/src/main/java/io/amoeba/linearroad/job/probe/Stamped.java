package io.amoeba.linearroad.job.probe;

/**
 * A value and its place in what one router instance sent to one hash slot: a random number of the
 * instance, and a sequence number from 0. Immutable if the value is.
 */
public record Stamped<T>(T value, long router, long sequence) {}
