package io.amoeba.experiments.join;

import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.Used;
import java.util.List;
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
  private static final double BYTES_PER_MEBIBYTE = 1 << 20;

  /**
   * Within a time, as exactly as the samples tell.
   *
   * @param cpus that the node may use
   */
  static NodeLoad of(List<ContainerUsage> samples, double from, double to, double cpus) {
    return Used.between(samples, from, to)
        .map(
            used ->
                new NodeLoad(
                    used.reads().operations() / used.seconds(),
                    used.reads().bytes() / BYTES_PER_MEBIBYTE / used.seconds(),
                    used.processors() / cpus))
        .orElse(UNKNOWN);
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
