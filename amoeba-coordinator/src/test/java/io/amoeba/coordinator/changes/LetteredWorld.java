package io.amoeba.coordinator.changes;

import io.amoeba.coordinator.analyze.Analyzer;
import io.amoeba.coordinator.changes.failover.MigrationRules;
import io.amoeba.coordinator.changes.leadership.UpkeepSettings;
import io.amoeba.coordinator.changes.parallelism.RescaleSettings;
import io.amoeba.coordinator.changes.slots.DrainSettings;
import io.amoeba.coordinator.changes.slots.GrowStore;
import io.amoeba.coordinator.changes.slots.HashSlotMove;
import io.amoeba.coordinator.cluster.HashSlotLoad;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.plan.NodeCapacities;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A job with subtasks on nodes that are named by the letters of a text, a store, and rules: what
 * the planner's tests set, one by one. All subtasks began at 0.
 */
public abstract class LetteredWorld {

  public final List<Primary> primaries = new ArrayList<>();
  public final List<Primary> empty = new ArrayList<>();
  public Optional<HashSlotLoad> load = Optional.empty();

  /**
   * Where the subtasks of Toll are, behind an aligned exchange; empty: there is no such operator.
   */
  public String subtasks = "";

  /** Where those of Statistics are, a keyed stream. */
  public String keyedSubtasks = "";

  public Optional<String> storeFollows = Optional.empty();

  /** Whether no stream processor is configured. */
  public boolean storeAlone;

  public Instant now = Instant.EPOCH;

  public Optional<MigrationRules> migrations = Optional.empty();
  public GrowthSettings growth = GrowthSettings.NONE;
  public DrainSettings drain = DrainSettings.NONE;
  public MoveRules moves = MoveRules.NONE;
  public RescaleSettings rescales = RescaleSettings.NONE;

  public static GrowthSettings starting(int port, String... nodes) {
    return new GrowthSettings(
        true,
        Optional.of(
            new GrowthSettings.Start(
                new GrowthSettings.Given(), port, Set.of(nodes), Duration.ofMinutes(1))));
  }

  public static MoveRules within(NodeCapacities limits) {
    return new MoveRules(List.of(), Set.of(), Set.of(), Set.of(), limits, Set.of());
  }

  public static RescaleSettings notOn(String node) {
    RescaleSettings none = RescaleSettings.NONE;
    return new RescaleSettings(none.method(), none.program(), none.startTimeout(), Set.of(node));
  }

  public void threePrimaries() {
    primariesUpTo(5_460, 10_922, 16_383);
  }

  /** Primaries a, b, …, each with the hash slots up to one. */
  public void primariesUpTo(int... last) {
    int from = 0;
    for (int i = 0; i < last.length; i++) {
      primaries.add(primary(Character.toString('a' + i), from, last[i]));
      from = last[i] + 1;
    }
  }

  public static Primary primary(String host, int from, int to) {
    return new Primary(host, host, 7000, List.of(), List.of(new HashSlotSpan(from, to)));
  }

  public static Primary emptyPrimary(String host) {
    return new Primary(host, host, 7000, List.of(), List.of());
  }

  public List<ChangePlan> plans() {
    return made().due();
  }

  /** The plan that comes first, by which the store grows. */
  public GrowStore growStore() {
    return (GrowStore) plans().get(0).action();
  }

  /** Hash slots of each primary after it. */
  public Map<String, Integer> grown() {
    return after(growStore().moves());
  }

  public List<String> kinds() {
    return plans().stream().map(plan -> plan.action().kind()).toList();
  }

  /** What no plan does, each with its code and in words. */
  public List<String> skipped() {
    return texts(allSkipped());
  }

  public List<Problem> allSkipped() {
    return made().skipped();
  }

  public static List<String> texts(List<Problem> problems) {
    return problems.stream().map(problem -> problem.code() + ": " + problem.message()).toList();
  }

  private Planner.Plans made() {
    ClusterSnapshot world = world();
    return Planner.plans(world, Analyzer.analyze(world), Map.of(), rules());
  }

  public PlanRules rules() {
    return new PlanRules(migrations, growth, drain, moves, rescales, UpkeepSettings.NONE, 0);
  }

  /** Hash slots of each primary after some moves. */
  public Map<String, Integer> after(List<HashSlotMove> moved) {
    Map<String, Integer> owned = new HashMap<>();
    primaries.forEach(primary -> owned.put(primary.id(), primary.hashSlotCount()));
    for (HashSlotMove move : moved) {
      owned.merge(move.from(), -move.hashSlotCount(), Integer::sum);
      owned.merge(move.to(), move.hashSlotCount(), Integer::sum);
    }
    return owned;
  }

  public ClusterSnapshot world() {
    List<Subtask> places = places(subtasks);
    List<Subtask> keyed = places(keyedSubtasks);
    List<StreamOperator> operators = new ArrayList<>();
    if (!places.isEmpty()) {
      operators.add(
          new StreamOperator("Toll", true, places.size(), places, true, OperatorRates.UNKNOWN));
    }
    if (!keyed.isEmpty()) {
      operators.add(
          new StreamOperator(
              "Statistics", false, keyed.size(), 1_024, keyed, true, OperatorRates.UNKNOWN));
    }
    StreamJob job = new StreamJob("job", "Job", "RUNNING", "2.3.0", false, operators, storeFollows);
    List<Primary> servers = new ArrayList<>(primaries);
    servers.addAll(empty);
    places.addAll(keyed);
    RouterReport router = new RouterReport(new EdgeId("job", "Toll"), 0, 1, 2, 1, 1, 1);
    return new ClusterSnapshot(
        now,
        storeAlone ? new StreamView.NotConfigured() : new StreamView.Found(job),
        new StoreView.Found(primaries, empty, load),
        new NodeTable(List.of(), host -> Set.of()).match(places, servers),
        List.of(
            new TaskManagerReport("tm-a", "a", "us", 0, 0, List.of(router), List.of(), List.of())),
        Map.of(),
        Map.of());
  }

  private static List<Subtask> places(String nodes) {
    List<Subtask> places = new ArrayList<>();
    for (int i = 0; i < nodes.length(); i++) {
      String node = nodes.substring(i, i + 1);
      places.add(new Subtask(i, 0, 0, "RUNNING", node, "tm-" + node));
    }
    return places;
  }
}
