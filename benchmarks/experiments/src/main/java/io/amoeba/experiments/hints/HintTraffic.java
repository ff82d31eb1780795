package io.amoeba.experiments.hints;

import io.amoeba.experiments.ycsb.Distribution;
import io.amoeba.experiments.ycsb.Workload;

/**
 * What clients ask for. Immutable.
 *
 * @param disjoint whether other rows are updated than read
 * @param rows of ten fields, on each node
 * @param fieldLength characters of a field
 * @param inFlight operations at any time
 */
public record HintTraffic(
    Workload workload,
    Distribution distribution,
    boolean disjoint,
    int rows,
    int fieldLength,
    int inFlight) {}
