package io.amoeba.experiments.load;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What clients ask for, and how long. Immutable.
 *
 * @param contact a node's name or address, with CQL on port 9042
 * @param alone whether no other node is asked, and that one asks no more replicas than it must:
 *     speculative retry is switched off for the table
 * @param load whether all rows are written first, into an empty table
 * @param duration of the traffic; zero: none
 * @param move null: reads stay where they are
 */
public record TrafficOptions(
    String contact,
    boolean alone,
    boolean load,
    Duration duration,
    TrafficShape shape,
    long seed,
    @Nullable ReadMove move) {}
