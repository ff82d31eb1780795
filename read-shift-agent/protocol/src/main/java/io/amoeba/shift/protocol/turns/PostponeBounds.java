package io.amoeba.shift.protocol.turns;

/**
 * Bounds at which a postponed compaction starts at once. Immutable.
 *
 * @param maxMillis since it was postponed first
 * @param maxPendingTasks of all tables
 * @param maxSstablesPerRead of most reads of the table
 * @param maxLevel0Sstables of the table
 * @param minFreeDiskPercent of the data folders
 */
public record PostponeBounds(
    long maxMillis,
    int maxPendingTasks,
    int maxSstablesPerRead,
    int maxLevel0Sstables,
    int minFreeDiskPercent) {}
