package io.amoeba.coordinator.monitor;

/**
 * What all live reports together may hold; a line is one router, gate or partitioner. Lines about
 * edges that Flink has not told of have limits of their own, so that they take no room from others.
 * Immutable.
 *
 * @param bytes memory, about
 * @param untoldEdges edges, or operators of partitioners, that Flink has not told of
 */
public record ReportLimits(
    int taskManagers, int lines, long bytes, int untoldEdges, int untoldLines, long untoldBytes) {

  /** Many times what jobs of some thousand subtasks need, in a heap of 64 MiB. */
  public static final ReportLimits DEFAULT =
      new ReportLimits(4_096, 100_000, 16L << 20, 256, 10_000, 1L << 20);
}
