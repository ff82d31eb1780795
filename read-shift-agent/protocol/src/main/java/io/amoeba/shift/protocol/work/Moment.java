package io.amoeba.shift.protocol.work;

/**
 * A point in time by two clocks. Immutable.
 *
 * @param monotonicMillis for durations; never goes back
 * @param wallMillis since 1970, for other nodes; may jump
 */
public record Moment(long monotonicMillis, long wallMillis) {}
