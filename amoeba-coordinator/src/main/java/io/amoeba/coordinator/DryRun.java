package io.amoeba.coordinator;

import io.amoeba.coordinator.analyze.Analyzer;
import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.Planner;
import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.flink.FlinkStreamMonitor;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.DnsResolver;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.SnapshotCollector;
import io.amoeba.coordinator.monitor.StoreMonitor;
import io.amoeba.coordinator.monitor.StreamMonitor;
import io.amoeba.coordinator.monitor.TaskManagerHosts;
import io.amoeba.coordinator.monitor.Ticker;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.DryRunResult;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.plan.TopologyFingerprint;
import io.amoeba.coordinator.redis.RedisClusterMonitor;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.coordinator.state.PlanFile;
import io.amoeba.coordinator.state.TermFolder;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.nio.file.Files;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One look at both systems, without a loop and without changes. Stateless. */
public final class DryRun {

  /**
   * Symptoms, the plan that would be made, and why data or the job stay where they should not be.
   * Immutable.
   */
  public record Result(List<Symptom> symptoms, Optional<Proposal> plan, List<Problem> skipped) {}

  private static final PlanCheck MAYBE_HALF_DONE =
      PlanCheck.unknown(
          PlanCheck.Subject.HALF_DONE,
          "only the running coordinator knows whether one of its changes is half done");

  private static final PlanCheck UNKNOWN_PLANS =
      PlanCheck.unknown(
          PlanCheck.Subject.EARLIER_PLANS,
          "the policy counts earlier plans, and none can be read here (plans.file, lease.folder)");

  private DryRun() {}

  /**
   * Looks twice, an interval apart, because a place counts only when it is seen twice.
   *
   * @param told which machines task managers are on
   */
  public static Result of(CoordinatorConfig config, TaskManagerHosts told, Clock clock)
      throws InterruptedException {
    List<TaskManagerReport> reports =
        told.ofMachine().entrySet().stream()
            .map(hosts -> TaskManagerReport.ofHosts(hosts.getKey(), hosts.getValue()))
            .toList();
    PlanRules rules = config.plans().rules();
    try (StreamMonitor stream = FlinkStreamMonitor.of(config);
        RedisConnections redis = new RedisConnections(config.redis(), Leadership.ALONE)) {
      StoreMonitor store = new RedisClusterMonitor(redis, config.storeQuestions());
      SnapshotCollector collector =
          new SnapshotCollector(
              stream, store, new NodeTable(config.nodes(), new DnsResolver(Ticker.SYSTEM)), clock);
      collector.collect(reports, Map.of());
      Thread.sleep(config.interval().toMillis());
      ClusterSnapshot snapshot = collector.collect(reports, Map.of());
      List<Symptom> symptoms =
          Analyzer.analyze(snapshot).stream()
              .filter(symptom -> !symptom.is(SymptomCode.REPORTS_MISSING))
              .toList();
      PlanBook earlier = earlierPlans(config).orElse(PlanBook.EMPTY);
      Planner.Plans plans =
          Planner.plans(new PlanningInput(snapshot, symptoms, Map.of(), rules, earlier));
      Optional<Proposal> first =
          plans.due().stream()
              .findFirst()
              .map(plan -> tried(plan, plans.skipped(), snapshot, config));
      return new Result(symptoms, first, plans.skipped());
    }
  }

  private static Proposal tried(
      ChangePlan plan, List<Problem> skipped, ClusterSnapshot snapshot, CoordinatorConfig config) {
    PlanRules rules = config.plans().rules();
    Optional<PlanBook> earlier = earlierPlans(config);
    Proposal proposal =
        Proposal.of(
            plan,
            TopologyFingerprint.of(snapshot).orElse(""),
            snapshot,
            earlier.flatMap(book -> book.expectedDuration(plan.action())));
    List<PlanCheck> policy =
        earlier
            .map(
                book -> config.plans().policy().checks(proposal, book.newestFirst(), snapshot.at()))
            .orElseGet(() -> List.of(UNKNOWN_PLANS));
    return proposal
        .tried(DryRunResult.of(proposal, snapshot, rules.moves(), rules.minLocalityGain(), skipped))
        .checked(List.of(MAYBE_HALF_DONE))
        .checked(policy);
  }

  /** As the coordinator has left them; empty if it keeps none where this process may read. */
  private static Optional<PlanBook> earlierPlans(CoordinatorConfig config) {
    return config
        .lease()
        .flatMap(lease -> new TermFolder(lease.folder()).newestPlans())
        .or(() -> config.plans().file())
        .filter(Files::isReadable)
        .map(file -> new PlanFile(file, Leadership.ALONE).look());
  }
}
