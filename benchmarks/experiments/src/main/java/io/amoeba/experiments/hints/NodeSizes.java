package io.amoeba.experiments.hints;

/**
 * What a node may use. Immutable.
 *
 * @param cpus processors, while it is measured
 * @param memoryMebibytes of its container; what the process leaves of it is page cache
 * @param chunkCacheMebibytes Cassandra's {@code file_cache_size}
 * @param readsPerSecond from the block device
 */
public record NodeSizes(
    double cpus, int memoryMebibytes, int chunkCacheMebibytes, int readsPerSecond) {
  /** Java heap, MiB; part of the container's memory. */
  public static final int HEAP_MEBIBYTES = 512;
}
