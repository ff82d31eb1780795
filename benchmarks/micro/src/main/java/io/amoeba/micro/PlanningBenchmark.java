package io.amoeba.micro;

import io.amoeba.coordinator.analyze.Analyzer;
import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.failover.MigrationRules;
import io.amoeba.coordinator.changes.leadership.UpkeepSettings;
import io.amoeba.coordinator.changes.parallelism.RescaleSettings;
import io.amoeba.coordinator.changes.parallelism.RescaleWay;
import io.amoeba.coordinator.changes.slots.DrainSettings;
import io.amoeba.coordinator.cluster.HashSlotLoad;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerMemory;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.loop.TickAnalysis;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.plan.NodeCapacities;
import io.amoeba.coordinator.plan.NodeCapacity;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * All decisions of one tick for a large cluster: its symptoms, the fingerprint, all plans with
 * their cost, gain and checks; not on any hot path. All kinds of plans are enabled, servers report
 * load and memory, and nodes and servers have limits. The goals: at most 200 ms, in a heap of 512
 * MiB. Each iteration also prints the CPU time of a decision, which is more reliable than the clock
 * on a busy machine.
 */
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx512m")
public class PlanningBenchmark extends TimedBenchmark {

  /** State of the cluster. */
  public enum Situation {
    /** Every record goes to the node of its hash slot's primary. */
    SETTLED,
    /** Hash slots are on any primary, and no map is in force. */
    SCATTERED,
    /** The job has one more node, with an empty member. */
    GROWS,
    /** The job has left ten nodes, whose hash slots are drained. */
    SHRINKS,
    /** Ten primaries are on nodes without a subtask; ten other nodes have empty members. */
    MIGRATES
  }

  private static final long SEED = 1;
  private static final int NODES = 1_000;
  private static final int LEFT = 10;
  private static final long DATA_BYTES = 4L << 30;
  private static final long MOST_BYTES = 8L << 30;
  private static final EdgeId EDGE = new EdgeId("job", "Toll");

  private static final PlanRules RULES =
      new PlanRules(
          Optional.of(MigrationRules.KEEPING),
          GrowthSettings.TO_MEMBERS,
          new DrainSettings(true, Duration.ZERO),
          new MoveRules(
              List.of(),
              Set.of(),
              Set.of(),
              Set.of(),
              new NodeCapacities(
                  new NodeCapacity(OptionalInt.of(100), OptionalLong.of(MOST_BYTES)), Map.of()),
              Set.of()),
          new RescaleSettings(
              Optional.of(RescaleWay.SAVEPOINT), Optional.empty(), Duration.ofMinutes(2), Set.of()),
          UpkeepSettings.NONE,
          0.001);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Param public Situation situation = Situation.SETTLED;

  private ClusterSnapshot snapshot;
  private long decisions;
  private long startNanos;
  private Map<EdgeId, PlacementMap> maps = Map.of();

  public PlanningBenchmark() {
    this.snapshot = snapshot(NODES, owners(NODES), 0, NODES);
  }

  @Setup
  public void happen() {
    int[] home = owners(NODES);
    PlacementMap map = PlacementMap.of(1, NODES, home);
    switch (situation) {
      case SETTLED -> maps = Map.of(EDGE, map);
      case SCATTERED -> {
        int[] anywhere = new Random(SEED).ints(HashSlot.COUNT, 0, NODES).toArray();
        snapshot = snapshot(NODES, anywhere, 0, NODES);
      }
      case GROWS -> snapshot = snapshot(NODES - 1, owners(NODES - 1), 1, NODES);
      case SHRINKS -> snapshot = snapshot(NODES, home, 0, NODES - LEFT);
      case MIGRATES -> snapshot = snapshot(NODES, home, LEFT, NODES + LEFT);
    }
  }

  @Setup(Level.Iteration)
  public void startCounting() {
    decisions = 0;
    startNanos = THREADS.getCurrentThreadCpuTime();
  }

  @TearDown(Level.Iteration)
  public void printCpuTime() {
    double nanos = THREADS.getCurrentThreadCpuTime() - startNanos;
    System.out.printf(
        Locale.ROOT, "%s: %.0f ms of CPU time each, ", situation, nanos / 1e6 / decisions);
  }

  @Benchmark
  public Sight decide() {
    decisions++;
    return TickAnalysis.of(snapshot, Analyzer.analyze(snapshot), maps, RULES, PlanBook.EMPTY);
  }

  private static int[] owners(int nodes) {
    return IntStream.range(0, HashSlot.COUNT)
        .map(hashSlot -> (int) ((long) hashSlot * nodes / HashSlot.COUNT))
        .toArray();
  }

  /**
   * Primaries on the first nodes, empty members on the next ones, and one subtask on each of so
   * many nodes, except those that migrations leave.
   */
  private ClusterSnapshot snapshot(int primaries, int[] owners, int empties, int nodes) {
    int first = situation == Situation.MIGRATES ? LEFT : 0;
    List<Subtask> subtasks = new ArrayList<>();
    for (int node = first; node < nodes; node++) {
      subtasks.add(new Subtask(node - first, 0, 1, "RUNNING", "node-" + node, "tm-" + node));
    }
    List<List<HashSlotSpan>> spans =
        IntStream.range(0, primaries).<List<HashSlotSpan>>mapToObj(p -> new ArrayList<>()).toList();
    for (int from = 0; from < HashSlot.COUNT; ) {
      int to = from;
      while (to + 1 < HashSlot.COUNT && owners[to + 1] == owners[from]) {
        to++;
      }
      spans.get(owners[from]).add(new HashSlotSpan(from, to));
      from = to + 1;
    }
    List<Primary> owning =
        IntStream.range(0, primaries).mapToObj(p -> server(p, spans.get(p), DATA_BYTES)).toList();
    List<Primary> empty =
        IntStream.range(primaries, primaries + empties)
            .mapToObj(p -> server(p, List.of(), 0))
            .toList();
    List<Primary> all = new ArrayList<>(owning);
    all.addAll(empty);
    StreamOperator toll =
        new StreamOperator("Toll", true, subtasks.size(), subtasks, true, OperatorRates.UNKNOWN);
    RouterReport router = new RouterReport(EDGE, 0, 1, subtasks.size(), 1, 1, 1);
    return new ClusterSnapshot(
        Instant.EPOCH.plus(Duration.ofHours(1)),
        new StreamView.Found(new StreamJob("job", "Job", "RUNNING", "2.3.0", false, List.of(toll))),
        new StoreView.Found(
            owning,
            empty,
            Optional.of(
                new HashSlotLoad(new Random(SEED).longs(HashSlot.COUNT, 500, 1_500).toArray()))),
        new NodeTable(List.of(), host -> Set.of()).match(subtasks, all),
        List.of(
            new TaskManagerReport(
                "tm-1", "node-1", "this", 0, 0, List.of(router), List.of(), List.of())),
        Map.of(),
        Map.of());
  }

  private static Primary server(int node, List<HashSlotSpan> hashSlots, long data) {
    return new Primary("id-" + node, "node-" + node, 7000, List.of(), hashSlots)
        .withMemory(Optional.of(new ServerMemory(data, data, OptionalLong.of(MOST_BYTES))));
  }
}
