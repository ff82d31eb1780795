package io.amoeba.coordinator.changes.leadership;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * The requests of a shard, and what interrupts them. Immutable.
 *
 * @param opsPerSecond that its primary serves now
 * @param mostOpsPerSecond that a primary of the shard has served; empty: not known
 * @param workingOpsPerSecond that its primary could serve while it worked; empty: nobody has seen
 *     that it was less than what arrived
 * @param localShare of the requests that come from the primary's own node, 0 … 1
 * @param fork for which the next work stops the server that does it
 * @param pause of writes by one change of the lead
 */
record ShardLoad(
    double opsPerSecond,
    OptionalDouble mostOpsPerSecond,
    OptionalDouble workingOpsPerSecond,
    double localShare,
    Duration fork,
    Duration pause) {}
