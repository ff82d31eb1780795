package io.amoeba.experiments.alignment;

/**
 * Medians of one request to Redis from a node, in microseconds. Immutable.
 *
 * @param means what delays packets: netem, packet-delay, or none
 */
record NetworkTimes(double ownNodeMicros, double otherNodeMicros, String means) {}
