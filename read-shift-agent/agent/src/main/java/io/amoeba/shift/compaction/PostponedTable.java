package io.amoeba.shift.compaction;

import io.amoeba.shift.protocol.turns.StartDecision;

/**
 * A table whose large compaction waits. Immutable.
 *
 * @param name with its keyspace
 * @param sinceMillis since 1970, when it was postponed first
 * @param latestMillis since 1970, when it starts at the latest
 * @param decision the last one
 */
public record PostponedTable(
    String name, long sinceMillis, long latestMillis, StartDecision decision) {}
