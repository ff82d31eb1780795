package io.amoeba.experiments.ycsb;

import java.time.Duration;

/**
 * What is asked of which cluster. Immutable.
 *
 * @param contact a node's name or address, with CQL on port 9042
 * @param rows of 1 kB each
 * @param load whether they are written first, into an empty table
 * @param duration of the traffic; zero: none
 * @param inFlight operations at any time
 */
public record TrafficOptions(
    String contact,
    int rows,
    boolean load,
    Duration duration,
    Workload workload,
    Consistency consistency,
    int inFlight,
    long seed) {}
