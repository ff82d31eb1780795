package io.amoeba.experiments.join;

import io.amoeba.experiments.Values;
import io.amoeba.experiments.usage.ContainerUsage;
import io.amoeba.experiments.usage.MachineUsage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The load of nodes and their machine around a join, which shows what limited them. Named by what
 * had it and when: {@code membersBefore}, {@code joiningNodeDuring}, {@code machineAfter}. Before
 * is the baseline, during lasts until the node is a full member, after is the end of the run.
 * Immutable.
 */
record JoinLoads(Map<String, Values> all, double membersPageCacheMebibytes) {
  private static final double BYTES_PER_MEBIBYTE = 1 << 20;

  /** A time, in seconds since 1970. */
  private record Period(String name, double from, double to) {}

  Values of(String name) {
    return all.getOrDefault(name, Values.NONE);
  }

  /**
   * Calculates the loads.
   *
   * @param beforeSeconds length of the baseline
   * @param cpus limit of every node
   */
  static JoinLoads of(JoinSeries series, long beforeSeconds, double cpus) {
    double started = series.startedAtSeconds();
    double until = series.measuredUntil();
    Period before = new Period("Before", started - beforeSeconds, started);
    double last = Math.max(series.end(), until - JoinAnalysis.AFTER_SECONDS);
    Map<String, Values> loads = new LinkedHashMap<>();
    for (Period period :
        List.of(
            before,
            new Period("During", series.begin(), series.end()),
            new Period("After", last, until))) {
      List<Values> members =
          series.membersUsage().stream().map(member -> load(member, period, cpus)).toList();
      loads.put("members" + period.name, mean(members));
      if (period != before) {
        loads.put("joiningNode" + period.name, load(series.joiningNodeUsage(), period, cpus));
      }
      loads.put(
          "machine" + period.name,
          MachineUsage.load(series.machineUsage(), period.from, period.to));
    }
    return new JoinLoads(
        loads,
        series.membersUsage().stream()
            .flatMap(List::stream)
            .filter(sample -> sample.atSeconds() >= before.from && sample.atSeconds() <= before.to)
            .mapToDouble(sample -> sample.get("pageCacheBytes") / BYTES_PER_MEBIBYTE)
            .average()
            .orElse(Double.NaN));
  }

  /** Of the disk and the CPUs of a node; {@code cpuFraction} of its limit. */
  private static Values load(List<Values> samples, Period period, double cpus) {
    Values used = Values.within(samples, period.from, period.to);
    return new Values(
        Map.of(
            "readsPerSecond", used.ratio("readOperations", "atSeconds"),
            "mebibytesPerSecond", used.ratio("readBytes", "atSeconds") / BYTES_PER_MEBIBYTE,
            "cpuFraction", ContainerUsage.cpus(used) / cpus));
  }

  private static Values mean(List<Values> nodes) {
    Map<String, Double> means = new LinkedHashMap<>();
    nodes.forEach(
        node ->
            node.all().forEach((name, one) -> means.merge(name, one / nodes.size(), Double::sum)));
    return new Values(means);
  }
}
