package io.amoeba.coordinator;

import io.amoeba.coordinator.analyze.Analyzer;
import io.amoeba.coordinator.analyze.Symptom;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.flink.FlinkStreamMonitor;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.DnsResolver;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.SnapshotCollector;
import io.amoeba.coordinator.monitor.StoreMonitor;
import io.amoeba.coordinator.monitor.StreamMonitor;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanRules;
import io.amoeba.coordinator.plan.Planner;
import io.amoeba.coordinator.redis.RedisClusterMonitor;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One look at both systems, without a loop and without changes. Stateless. */
public final class DryRun {

  /**
   * Symptoms, the plan that would be made, and why data stay where they should not be. Immutable.
   */
  public record Result(List<Symptom> symptoms, Optional<ChangePlan> plan, List<String> staying) {}

  private DryRun() {}

  /** Looks twice, an interval apart, because a place counts only when it is seen twice. */
  public static Result of(CoordinatorConfig config, Clock clock) throws InterruptedException {
    PlanRules rules = config.plans().rules();
    try (StreamMonitor stream =
            new FlinkStreamMonitor(
                config.flink(), config.plans().rescale().way().isPresent(), clock);
        StoreMonitor store = new RedisClusterMonitor(config.redis(), config.storeQuestions())) {
      SnapshotCollector collector =
          new SnapshotCollector(
              stream, store, new NodeTable(config.nodes(), new DnsResolver(clock)), clock);
      collector.collect(List.of(), Map.of());
      Thread.sleep(config.interval().toMillis());
      ClusterSnapshot snapshot = collector.collect(List.of(), Map.of());
      List<Symptom> symptoms =
          Analyzer.analyze(snapshot).stream()
              .filter(symptom -> !(symptom instanceof Symptom.ReportsMissing))
              .toList();
      Planner.Plans plans = Planner.plans(snapshot, symptoms, Map.of(), rules);
      return new Result(symptoms, plans.due().stream().findFirst(), plans.staying());
    }
  }
}
