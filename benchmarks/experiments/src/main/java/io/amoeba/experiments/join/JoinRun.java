package io.amoeba.experiments.join;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.NodeSample;
import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.MachineUsage;
import io.amoeba.report.ReportJson;
import java.util.List;
import java.util.Map;

/**
 * One join. Immutable.
 *
 * @param streamMebibytesPerSecond limit of each sender
 * @param steadyBaseline whether throughput was steady before, and nodes no longer judged by their
 *     start; if not, its ratios may be of a baseline that is too low
 */
record JoinRun(
    JoinMode mode,
    double streamMebibytesPerSecond,
    boolean steadyBaseline,
    JoinSeries series,
    JoinFigures figures,
    Usage usage,
    JoinLoads loads) {
  /**
   * What nodes and their machine used, in the order of time. Immutable.
   *
   * @param members one series for each, from the warm-up on
   * @param joiner the joining node, from its start on
   * @param machine all of it, from the warm-up on
   */
  record Usage(
      List<List<ContainerUsage>> members, List<ContainerUsage> joiner, List<MachineUsage> machine) {
    Usage {
      members = members.stream().map(List::copyOf).toList();
      joiner = List.copyOf(joiner);
      machine = List.copyOf(machine);
    }
  }

  /** With the analysis of what was seen. */
  static JoinRun of(
      JoinMode mode,
      double streamMebibytesPerSecond,
      boolean steadyBaseline,
      JoinSeries series,
      Usage usage,
      JoinOptions options) {
    long before = options.nodes().before().toSeconds();
    JoinFigures figures = JoinAnalysis.of(series, before);
    return new JoinRun(
        mode,
        streamMebibytesPerSecond,
        steadyBaseline,
        series,
        figures,
        usage,
        JoinLoads.of(usage, series, figures, before, options.nodes().sizes().cpus()));
  }

  /** What is plotted over time: nothing before the baseline. */
  private record Plotted(
      List<TrafficSecond> traffic,
      List<NodeSample> joiner,
      List<List<ContainerUsage>> membersUsage,
      List<ContainerUsage> joinerUsage,
      List<MachineUsage> machineUsage) {}

  /**
   * For programs, and for the page's plots.
   *
   * @param beforeSeconds length of the baseline
   */
  ObjectNode json(long beforeSeconds) {
    double from = series.startedAtSeconds() - beforeSeconds;
    return ReportJson.object(
        Map.of(
            "mode", mode,
            "streamLimitMebibytesPerSecond", streamMebibytesPerSecond,
            "steadyBaseline", steadyBaseline),
        figures,
        loads,
        new Plotted(
            series.traffic().stream().filter(second -> second.second() >= from).toList(),
            series.joiner(),
            usage.members().stream().map(member -> since(member, from)).toList(),
            since(usage.joiner(), from),
            usage.machine().stream().filter(sample -> sample.atSeconds() >= from).toList()));
  }

  private static List<ContainerUsage> since(List<ContainerUsage> samples, double from) {
    return samples.stream().filter(sample -> sample.atSeconds() >= from).toList();
  }
}
