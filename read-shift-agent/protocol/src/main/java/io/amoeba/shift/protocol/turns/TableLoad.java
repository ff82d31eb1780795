package io.amoeba.shift.protocol.turns;

/**
 * What postponing a compaction costs its table and node. Immutable.
 *
 * @param pendingTasks of all tables
 * @param sstablesPerRead that most reads of the table look into
 * @param level0Sstables of the table; 0 where it has no levels
 * @param freeDiskPercent of the data folder with the least free space
 */
public record TableLoad(
    int pendingTasks, int sstablesPerRead, int level0Sstables, int freeDiskPercent) {}
