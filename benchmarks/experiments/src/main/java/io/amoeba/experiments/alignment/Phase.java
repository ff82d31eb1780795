package io.amoeba.experiments.alignment;

/**
 * A time with one placement of keys. Immutable.
 *
 * @param tollsPerSecond answers of operator Toll
 * @param localHitRate share of requests to Redis that stayed on their node, 0 … 1
 * @param p50Micros latency of Toll with its request to Redis
 * @param machineBusy share of this machine's processors that was busy, 0 … 1; NaN: not known
 * @param processors who had them
 */
record Phase(
    boolean aligned,
    double seconds,
    double tollsPerSecond,
    double recordsPerSecond,
    double localHitRate,
    double p50Micros,
    double p99Micros,
    double machineBusy,
    ProcessorUse processors) {}
