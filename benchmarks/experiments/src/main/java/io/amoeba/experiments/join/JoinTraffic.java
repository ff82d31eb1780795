package io.amoeba.experiments.join;

import io.amoeba.experiments.ycsb.Consistency;
import io.amoeba.experiments.ycsb.Workload;

/**
 * What clients ask for, and of what. Immutable.
 *
 * @param rows of ten fields, every one on three nodes
 * @param fieldLength characters of a field
 * @param sstables of one size, in which each node has the rows
 * @param inFlight operations at any time
 */
public record JoinTraffic(
    Workload workload,
    Consistency consistency,
    int rows,
    int fieldLength,
    int sstables,
    int inFlight) {}
