package io.amoeba.experiments.join;

import io.amoeba.experiments.cassandra.ContainerUsage;
import io.amoeba.experiments.cassandra.DiskReads;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What a node used on average; NaN is what was not seen. Immutable.
 *
 * @param readsPerSecond from its disk
 * @param mebibytesPerSecond from its disk
 * @param cpuFraction of the processors that it may use, 0 … 1
 */
record NodeLoad(double readsPerSecond, double mebibytesPerSecond, double cpuFraction) {
  private static final NodeLoad UNKNOWN = new NodeLoad(Double.NaN, Double.NaN, Double.NaN);
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BYTES_PER_MEBIBYTE = 1 << 20;

  /**
   * Within a time, as exactly as the samples tell.
   *
   * @param cpus that the node may use
   */
  static NodeLoad of(List<ContainerUsage> samples, double from, double to, double cpus) {
    Optional<ContainerUsage> begin =
        samples.stream().filter(sample -> sample.atSeconds() >= from).findFirst();
    Optional<ContainerUsage> end =
        samples.stream()
            .filter(sample -> sample.atSeconds() <= to)
            .reduce((earlier, later) -> later);
    if (begin.isEmpty() || end.isEmpty() || begin.get().atSeconds() >= end.get().atSeconds()) {
      return UNKNOWN;
    }
    double seconds = end.get().atSeconds() - begin.get().atSeconds();
    DiskReads reads = end.get().reads().since(begin.get().reads());
    long cpuNanos = end.get().cpuNanos() - begin.get().cpuNanos();
    return new NodeLoad(
        reads.operations() / seconds,
        reads.bytes() / BYTES_PER_MEBIBYTE / seconds,
        cpuNanos / NANOS_PER_SECOND / seconds / cpus);
  }

  /** Of several nodes. */
  static NodeLoad mean(List<NodeLoad> nodes) {
    return new NodeLoad(
        mean(nodes, NodeLoad::readsPerSecond),
        mean(nodes, NodeLoad::mebibytesPerSecond),
        mean(nodes, NodeLoad::cpuFraction));
  }

  private static double mean(List<NodeLoad> nodes, ToDoubleFunction<NodeLoad> figure) {
    return nodes.stream().mapToDouble(figure).average().orElse(Double.NaN);
  }
}
