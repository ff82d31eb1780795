package io.amoeba.experiments.ycsb;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of which cluster. Immutable.
 *
 * @param contact a node's name or address, with CQL on port 9042
 * @param alone whether no other node is asked, and that one asks no more replicas than it must:
 *     speculative retry is switched off for the table
 * @param rows of ten fields each
 * @param fieldLength characters of a field
 * @param load whether they are written first, into an empty table
 * @param duration of the traffic; zero: none
 * @param disjoint whether the first half of the rows is read, and the other one updated
 * @param inFlight operations at any time
 * @param move null: reads stay where they are
 */
public record TrafficOptions(
    String contact,
    boolean alone,
    int rows,
    int fieldLength,
    boolean load,
    Duration duration,
    Workload workload,
    Consistency consistency,
    Distribution distribution,
    boolean disjoint,
    int inFlight,
    long seed,
    @Nullable ReadMove move) {
  RowKeys readKeys() {
    return RowKeys.of(0, disjoint ? rows / 2 : rows, distribution);
  }

  RowKeys updateKeys() {
    return disjoint ? RowKeys.of(rows / 2, rows - rows / 2, distribution) : readKeys();
  }
}
