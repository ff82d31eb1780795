package io.amoeba.experiments.hints;

import io.amoeba.experiments.cassandra.CassandraOptions;
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
 */
public record HintOptions(
    List<HintMode> modes,
    int chunkCacheMebibytes,
    Duration codeWarmUp,
    Duration warmUp,
    CaptureTurns capture,
    CassandraOptions nodes) {
  /**
   * How the cost of capturing is measured: on one warm node it is switched off and on in turn.
   * Immutable.
   *
   * @param pairs how often it is on, each time between two times off; 0 measures nothing
   * @param phase how long it stays as it is
   */
  public record CaptureTurns(int pairs, Duration phase) {}

  /** Takes an immutable copy. */
  public HintOptions {
    modes = List.copyOf(modes);
  }
}
