package io.amoeba.coordinator.http;

import io.amoeba.coordinator.analyze.Analyzer;
import io.amoeba.coordinator.approve.ApprovalPolicy;
import io.amoeba.coordinator.approve.Orders;
import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.approve.Sight;
import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.Planner;
import io.amoeba.coordinator.changes.leadership.UpkeepSettings;
import io.amoeba.coordinator.changes.parallelism.RescaleSettings;
import io.amoeba.coordinator.changes.routing.Drill;
import io.amoeba.coordinator.changes.routing.PlacementPublisher;
import io.amoeba.coordinator.changes.routing.PublicationStore;
import io.amoeba.coordinator.changes.routing.RoutingExecutor;
import io.amoeba.coordinator.changes.slots.DrainSettings;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.config.TlsSettings;
import io.amoeba.coordinator.config.TokenSettings;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.execute.PlanExecutor;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanStore;
import io.amoeba.coordinator.lease.LeaseSight;
import io.amoeba.coordinator.metrics.CoordinatorMeters;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.ReportBook;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.monitor.ToldEdges;
import io.amoeba.coordinator.operations.OperationJournal;
import io.amoeba.coordinator.operations.OperationRunner;
import io.amoeba.coordinator.plan.DryRunResult;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.plan.TopologyFingerprint;
import io.amoeba.coordinator.upkeep.ServerUpkeep;
import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.Routing;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import io.amoeba.partitioner.signature.PlacementSecret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A server over parts that a test feeds, with a cluster of some nodes as its world. */
final class Fixture implements AutoCloseable {

  /** Longer than any test: none waits until they have expired. */
  private static final long REPORTS_LAST_MILLIS = 600_000;

  private static final PlanRules GROWING =
      new PlanRules(
          Optional.empty(),
          GrowthSettings.TO_MEMBERS,
          DrainSettings.NONE,
          MoveRules.NONE,
          RescaleSettings.NONE,
          UpkeepSettings.NONE,
          0);

  static final EdgeId EDGE = new EdgeId("0f3c9ab2", "Toll");

  /** What the peers call themselves, where a test does not want the usual names. */
  EdgeId edge = EDGE;

  String jobName = "LinearRoad";
  String hosts = "127.0.1.";

  /** Whether no stream processor is configured; the store grows then, and its third is small. */
  boolean storeAlone;

  /** Of each primary. */
  Replicas replicas = Replicas.NONE;

  /** Of each primary. */
  Optional<ServerUpkeep> upkeep = Optional.empty();

  final HeldClock clock = new HeldClock();
  final Knowledge knowledge = new Knowledge(Mode.ACT, clock, clock::millis);
  final PlacementPublisher publisher =
      new PlacementPublisher(
          "this",
          new ReportBook(clock::millis, REPORTS_LAST_MILLIS),
          PublicationStore.NONE,
          Runnable::run);
  final Drill drill = new Drill(publisher, clock::millis);
  final PlanBoard board =
      new PlanBoard(PlanStore.NONE, ApprovalPolicy.UNLIMITED, knowledge.decisions(), clock);
  final PlanExecutor executor =
      new PlanExecutor(
          board,
          new OperationRunner(List.of(), OperationJournal.NONE),
          List.of(new RoutingExecutor(board, publisher, drill)));
  final CoordinatorMeters meters = new CoordinatorMeters(knowledge, board, publisher, drill);
  final HttpServer server;

  Fixture(HttpSettings settings) {
    this(settings, () -> LeaseSight.ALONE);
  }

  Fixture(HttpSettings settings, Supplier<LeaseSight> lease) {
    this(settings, lease, Optional.empty());
  }

  Fixture(HttpSettings settings, Supplier<LeaseSight> lease, Optional<PlacementSecret> secret) {
    server =
        HttpServer.of(
            settings,
            new HttpServer.World(
                knowledge,
                board,
                new Orders(board, clock),
                publisher,
                drill,
                meters,
                lease,
                secret,
                clock));
    tell(0);
    server.start();
  }

  static HttpSettings open() {
    return on(0, List.of(), Optional.empty());
  }

  static HttpSettings on(int port, List<TokenSettings> tokens, Optional<TlsSettings> tls) {
    return new HttpSettings("127.0.0.1", port, tokens, Set.of(), tls, 1_000, 4_000, 1_000);
  }

  /** On any free port, without TLS, for so many requests of an address in a second. */
  static HttpSettings limited(List<TokenSettings> tokens, Set<String> hosts, int requests) {
    return new HttpSettings(
        "127.0.0.1", 0, tokens, hosts, Optional.empty(), requests, 4_000, 1_000);
  }

  static TokenSettings token(String name, String token, Role... roles) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
      return new TokenSettings(name, Set.of(roles), HexFormat.of().formatHex(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What leads to a plan, in the topology "t". */
  static Sight sight(Proposal proposal) {
    return new Sight(Optional.of("t"), List.of(proposal), "", Set.of());
  }

  /** Says that Flink runs as many gates of the edge, each on a task manager of its own. */
  void tell(int nodes) {
    Map<Integer, String> gates = new HashMap<>();
    for (int i = 0; i < nodes; i++) {
      gates.put(i, "tm-" + (i + 1));
    }
    publisher.tell(new ToldEdges(Map.of(edge, gates)));
  }

  /** All routers and gates of the edge in an epoch. */
  void report(int nodes, long active, long prepared) {
    tell(nodes);
    long[] incarnations = new long[nodes];
    for (int i = 0; i < nodes; i++) {
      incarnations[i] = 100 + i;
    }
    for (int i = 0; i < nodes; i++) {
      publisher.report(
          new TaskManagerReport(
              "tm-" + (i + 1),
              hosts + (i + 1),
              "this",
              0,
              0,
              List.of(new RouterReport(edge, i, nodes, nodes, incarnations[i], prepared, active)),
              List.of(new GateReport(edge, i, nodes, active, Cohort.hash(incarnations), 0, 1_840)),
              List.of()));
    }
  }

  /** A tick of the loop's, without drivers. */
  Sight look(int nodes, Instant at, OperatorRates rates, double localHitRate) {
    List<Subtask> subtasks = new ArrayList<>();
    List<Primary> primaries = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      int place = (i + 1) % nodes + 1;
      subtasks.add(new Subtask(i, 0, 1, "RUNNING", hosts + place, "tm-" + place));
      int from = firstHashSlot(i, nodes);
      int to = firstHashSlot(i + 1, nodes) - 1;
      String host = hosts + (i + 1);
      primaries.add(
          new Primary("p" + i, host, 7000 + i, List.of(), List.of(new HashSlotSpan(from, to)))
              .withReplicas(replicas)
              .withUpkeep(upkeep));
    }
    StreamOperator toll = new StreamOperator(edge.operator(), true, nodes, subtasks, true, rates);
    StreamJob job = new StreamJob(edge.job(), jobName, "RUNNING", "2.3.0", false, List.of(toll));
    PlacementMap map =
        publisher.progress().stream()
            .flatMap(progress -> progress.state().map().stream())
            .findFirst()
            .orElseGet(() -> PlacementMap.of(1, nodes, Routing.owners(null, nodes)));
    ClusterSnapshot snapshot =
        new ClusterSnapshot(
            at,
            storeAlone ? new StreamView.NotConfigured() : new StreamView.Found(job),
            new StoreView.Found(primaries),
            new NodeTable(List.of(), host -> Set.of())
                .match(storeAlone ? List.of() : subtasks, primaries),
            publisher.reports(),
            Map.of(edge, map),
            Map.of(edge.operator(), localHitRate));
    List<Symptom> symptoms = Analyzer.analyze(snapshot);
    knowledge.found(new Knowledge.Finding(snapshot, symptoms));
    String topology = TopologyFingerprint.of(snapshot).orElseThrow();
    PlanRules rules = storeAlone ? GROWING : PlanRules.DEFAULT;
    Planner.Plans plans = Planner.plans(snapshot, symptoms, Map.of(edge, map), rules);
    return new Sight(
        Optional.of(topology),
        plans.due().stream()
            .map(plan -> Proposal.of(plan, topology, snapshot, Optional.empty()))
            .map(
                made ->
                    made.tried(
                        DryRunResult.of(
                            made,
                            snapshot,
                            rules.moves(),
                            rules.minLocalityGain(),
                            plans.skipped())))
            .toList(),
        "every hash slot is owned where it should be",
        storeAlone ? Set.of() : Set.of(edge));
  }

  private int firstHashSlot(int node, int nodes) {
    boolean small = storeAlone && node == nodes - 1;
    return 16_384 * node / nodes + (small ? 16_384 / nodes - 384 : 0);
  }

  @Override
  public void close() {
    server.close();
  }
}
