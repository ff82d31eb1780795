package io.amoeba.experiments.join;

import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.MachineLoad;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What nodes used around a join, which tells what limited them. A pure function of its input.
 * Immutable.
 *
 * @param membersBefore mean of all members while the baseline was measured
 * @param membersDuring from the first streamed byte until the node is a full member
 * @param membersAfter at the end of the run
 * @param membersPageCacheMebibytes mean of all members while the baseline was measured
 * @param machineBefore what everything ran on, while the baseline was measured
 */
record JoinLoads(
    NodeLoad membersBefore,
    NodeLoad membersDuring,
    NodeLoad membersAfter,
    NodeLoad joinerDuring,
    NodeLoad joinerAfter,
    double membersPageCacheMebibytes,
    MachineLoad machineBefore,
    MachineLoad machineDuring,
    MachineLoad machineAfter) {
  private static final double BYTES_PER_MEBIBYTE = 1 << 20;

  /**
   * What a node used on average; NaN is what was not seen. Immutable.
   *
   * @param readsPerSecond from its disk
   * @param mebibytesPerSecond from its disk
   * @param cpuFraction of the processors that it may use, 0 … 1
   */
  record NodeLoad(double readsPerSecond, double mebibytesPerSecond, double cpuFraction) {
    private static final NodeLoad UNKNOWN = new NodeLoad(Double.NaN, Double.NaN, Double.NaN);

    /**
     * Within a time, as exactly as the samples tell.
     *
     * @param cpus that the node may use
     */
    static NodeLoad of(List<ContainerUsage> samples, double from, double to, double cpus) {
      return ContainerUsage.Used.between(samples, from, to)
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

  /**
   * Analyses what was seen.
   *
   * @param beforeSeconds length of the baseline
   * @param cpus that every node may use
   */
  static JoinLoads of(
      JoinRun.Usage usage,
      JoinSeries series,
      JoinFigures figures,
      long beforeSeconds,
      double cpus) {
    double started = series.startedAtSeconds();
    double begin = figures.beginAtSeconds();
    double end = begin + figures.joinSeconds();
    double until = series.measuredUntil();
    double last = Math.max(end, until - JoinAnalysis.AFTER_SECONDS);
    return new JoinLoads(
        members(usage, started - beforeSeconds, started, cpus),
        members(usage, begin, end, cpus),
        members(usage, last, until, cpus),
        NodeLoad.of(usage.joiner(), begin, end, cpus),
        NodeLoad.of(usage.joiner(), last, until, cpus),
        usage.members().stream()
            .flatMap(List::stream)
            .filter(
                sample ->
                    sample.atSeconds() >= started - beforeSeconds && sample.atSeconds() <= started)
            .mapToDouble(sample -> sample.pageCacheBytes() / BYTES_PER_MEBIBYTE)
            .average()
            .orElse(Double.NaN),
        MachineLoad.between(usage.machine(), started - beforeSeconds, started),
        MachineLoad.between(usage.machine(), begin, end),
        MachineLoad.between(usage.machine(), last, until));
  }

  private static NodeLoad members(JoinRun.Usage usage, double from, double to, double cpus) {
    return NodeLoad.mean(
        usage.members().stream().map(member -> NodeLoad.of(member, from, to, cpus)).toList());
  }
}
