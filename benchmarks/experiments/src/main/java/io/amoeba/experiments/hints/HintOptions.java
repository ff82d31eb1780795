package io.amoeba.experiments.hints;

import io.amoeba.experiments.cassandra.NodeOptions;
import io.amoeba.experiments.cassandra.NodeSizes;
import io.amoeba.report.Outputs;
import java.time.Duration;
import java.util.List;

/**
 * How the modes are compared. Immutable.
 *
 * @param modes in their order within each repeat
 * @param chunkCacheMebibytes Cassandra's {@code file_cache_size}
 * @param codeWarmUp with all processors and few rows, so that compilers have done their work
 * @param warmUp at most, until the caches of the serving node are full
 * @param capture how its cost is measured on the serving node, before the measurement
 * @param before how long it is measured before reads move
 * @param after how long it is measured afterwards
 */
public record HintOptions(
    List<HintMode> modes,
    int repeats,
    HintTraffic traffic,
    NodeSizes sizes,
    int chunkCacheMebibytes,
    NodeOptions nodeOptions,
    Duration codeWarmUp,
    Duration warmUp,
    CaptureTurns capture,
    Duration before,
    Duration after,
    Outputs outputs) {
  /** Takes an immutable copy. */
  public HintOptions {
    modes = List.copyOf(modes);
  }
}
