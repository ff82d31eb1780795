package io.amoeba.experiments.cassandra;

/**
 * What a node may use. Immutable.
 *
 * @param cpus processors, while it is measured
 * @param memoryMebibytes of its container; what the process leaves of it is page cache
 * @param heapMebibytes Java's heap, a part of the container's memory
 * @param readsPerSecond from the block device; {@link #UNLIMITED}: as many as it can
 */
public record NodeSizes(double cpus, int memoryMebibytes, int heapMebibytes, int readsPerSecond) {
  /** Reads of the block device are not limited. */
  public static final int UNLIMITED = 0;

  /** Whether there is a limit of reads. */
  public boolean limitsReads() {
    return readsPerSecond != UNLIMITED;
  }
}
