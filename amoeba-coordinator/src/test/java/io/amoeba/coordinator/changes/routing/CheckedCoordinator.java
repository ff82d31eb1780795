package io.amoeba.coordinator.changes.routing;

import io.amoeba.coordinator.monitor.ReportBook;
import io.amoeba.coordinator.monitor.ToldEdges;
import io.amoeba.partitioner.handover.SwitchedOff;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The coordinator as a value: what it has published about the edge, what is stored of it, its
 * reports, and their routers in the order in which they were first heard of. Each step makes a
 * {@link PlacementPublisher} and its {@link ReportBook} from it, drives them, and reads them out.
 * Immutable.
 */
record CheckedCoordinator(
    int life,
    Optional<EdgeState> edge,
    Optional<EdgeState> stored,
    List<TaskManagerReport> reports,
    List<RouterReport> routers) {

  private static final long START_MILLIS = 1_000_000;
  private static final long TTL_MILLIS = 6_000;

  /** A coordinator that starts for the first time. */
  static CheckedCoordinator first(HandOverScenario scenario) {
    return new CheckedCoordinator(1, Optional.empty(), Optional.empty(), List.of(), List.of())
        .live(scenario)
        .read();
  }

  /** Ends and starts again with what was stored, or with nothing. */
  CheckedCoordinator restarted(HandOverScenario scenario) {
    Optional<EdgeState> known = scenario.remembers() ? stored : Optional.empty();
    return new CheckedCoordinator(life + 1, known, known, List.of(), List.of())
        .live(scenario)
        .read();
  }

  CheckedCoordinator report(TaskManagerReport report, HandOverScenario scenario) {
    Live live = live(scenario);
    live.publisher.report(weakened(report, scenario.off()));
    return live.read();
  }

  /** A task manager's report is not renewed in time, unlike the others. */
  CheckedCoordinator expire(String taskManager, HandOverScenario scenario) {
    List<TaskManagerReport> oldestFirst = new ArrayList<>(reports);
    oldestFirst.sort(Comparator.comparing(report -> !report.taskManager().equals(taskManager)));
    Live live = new CheckedCoordinator(life, edge, stored, oldestFirst, routers).live(scenario);
    live.millis = START_MILLIS + TTL_MILLIS + 1;
    live.publisher.refresh();
    return live.read();
  }

  /** The coordinator with another map, or empty if it must wait. */
  Optional<CheckedCoordinator> publish(int[] owners, HandOverScenario scenario) {
    if (scenario.off() == SwitchedOff.HAND_OVER_AWAITED && edge.isPresent()) {
      EdgeState next = HandOver.publish(edge.get(), scenario.size(), owners);
      return Optional.of(
          new CheckedCoordinator(life, Optional.of(next), stored, reports, routers)
              .live(scenario)
              .read());
    }
    Live live = live(scenario);
    return live.publisher
        .publish(SimulatedJob.EDGE, scenario.size(), owners)
        .map(epoch -> live.read());
  }

  /** How far the hand-over has come. */
  Optional<EdgeProgress> progress(HandOverScenario scenario) {
    return live(scenario).publisher.progress().stream().findFirst();
  }

  /** What task managers are told, empty if nothing. */
  Optional<EdgePlacement> told() {
    return edge.map(EdgeState::placement);
  }

  String name() {
    return name(life);
  }

  static String name(int life) {
    return "coordinator-" + life;
  }

  private TaskManagerReport weakened(TaskManagerReport report, SwitchedOff off) {
    List<RouterReport> lines = report.routers();
    List<GateReport> gates = report.gates();
    if (off == SwitchedOff.ALL_PREPARED) {
      long epoch = edge.map(EdgeState::epoch).orElse(0L);
      lines =
          lines.stream()
              .map(
                  r ->
                      new RouterReport(
                          r.edge(),
                          r.subtask(),
                          r.parallelism(),
                          r.targets(),
                          r.incarnation(),
                          Math.max(epoch, r.prepared()),
                          r.active()))
              .toList();
    }
    if (off == SwitchedOff.COHORTS_COMPARED) {
      List<RouterReport> known = new ArrayList<>(routers);
      known.addAll(report.routers());
      Optional<Attempt> attempt = Attempt.newest(known, List.of());
      gates =
          gates.stream()
              .map(
                  g ->
                      new GateReport(
                          g.edge(),
                          g.subtask(),
                          g.parallelism(),
                          g.epoch(),
                          attempt.map(Attempt::cohortHash).orElse(g.cohort()),
                          g.held(),
                          g.lastHoldMicros(),
                          g.endedRouters()))
              .toList();
    }
    return new TaskManagerReport(
        report.taskManager(),
        report.copy(),
        report.host(),
        report.nodeHosts(),
        off == SwitchedOff.ALL_ROUTERS_HEAR ? name() : report.coordinator(),
        report.version(),
        report.refusedMaps(),
        report.staleMaps(),
        lines,
        gates,
        report.direct());
  }

  private static ToldEdges told(HandOverScenario scenario) {
    Map<Integer, String> gates = new HashMap<>();
    for (int i = 0; i < scenario.taskManagers(); i++) {
      if (scenario.gateOn(i) >= 0) {
        gates.put(scenario.gateOn(i), "tm-" + i);
      }
    }
    return new ToldEdges(Map.of(SimulatedJob.EDGE, gates));
  }

  private Live live(HandOverScenario scenario) {
    return new Live(this, scenario);
  }

  /** The product's objects during one step. */
  private static final class Live implements PublicationStore {
    private final CheckedCoordinator before;
    private final SwitchedOff off;
    private final PlacementPublisher publisher;
    private final ReportBook book;
    private Optional<EdgeState> stored;
    private long millis = START_MILLIS;

    Live(CheckedCoordinator before, HandOverScenario scenario) {
      this.before = before;
      this.off = scenario.off();
      this.stored = before.stored;
      ToldEdges told = told(scenario);
      book = new ReportBook(() -> millis, TTL_MILLIS);
      book.tell(told, told.edges());
      Map<Long, TaskManagerReport> byRouter = new HashMap<>();
      for (TaskManagerReport report : before.reports) {
        report.routers().forEach(router -> byRouter.put(router.incarnation(), report));
      }
      for (RouterReport router : before.routers) { // in the order of being heard of first
        TaskManagerReport report = byRouter.get(router.incarnation());
        if (report != null) {
          var unused = book.accept(report.with(report.routers(), List.of(), List.of()));
        }
      }
      for (TaskManagerReport report : before.reports) {
        var unused = book.accept(report);
        millis++;
      }
      publisher = new PlacementPublisher(before.name(), book, this, Runnable::run);
      publisher.tell(told);
    }

    CheckedCoordinator read() {
      Optional<EdgeState> now = publisher.progress().stream().map(EdgeProgress::state).findFirst();
      List<TaskManagerReport> live = new ArrayList<>(book.live());
      live.sort(Comparator.comparing(TaskManagerReport::taskManager));
      return new CheckedCoordinator(
          before.life, now, stored, List.copyOf(live), book.about(SimulatedJob.EDGE).routers());
    }

    @Override
    public List<EdgeState> load() {
      return before.edge.stream().toList();
    }

    @Override
    public void save(List<EdgeState> edges) {
      if (off != SwitchedOff.COMMIT_STORED) {
        stored = edges.stream().max(Comparator.comparing(EdgeState::epoch));
      }
    }
  }

  @Override
  public String toString() {
    return name() + " " + edge.map(state -> state.phase() + " " + state.epoch()).orElse("");
  }
}
