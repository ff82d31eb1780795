package io.amoeba.hints.protocol.load;

/**
 * How busy a node is. Immutable.
 *
 * @param pendingReads reads that wait for a thread
 * @param cpu use of all CPUs, 0 to 1; negative when it is not known
 * @param pendingCompactions estimated tasks
 * @param streaming whether data streams in or out
 */
public record NodeLoad(int pendingReads, double cpu, int pendingCompactions, boolean streaming) {}
