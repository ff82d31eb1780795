package io.amoeba.experiments.alignment;

import io.amoeba.experiments.usage.MachineLoad;
import java.util.Map;

/**
 * A time with one placement of keys. Immutable.
 *
 * @param tollsPerSecond answers of operator Toll
 * @param localHitRate share of requests to Redis that stayed on their node, 0 … 1
 * @param p50Micros latency of Toll with its request to Redis
 * @param machine which all nodes share, whatever the limit of each is
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
    MachineLoad machine,
    Map<ProcessKind, Double> processors) {}
