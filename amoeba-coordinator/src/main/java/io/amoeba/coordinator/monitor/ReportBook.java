package io.amoeba.coordinator.monitor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The newest report of each task manager, forgotten when it is not renewed in time. Not safe for
 * concurrent use: the owner locks. Source: placement protocol, "PUT /api/v1/task-managers/{id}".
 */
public final class ReportBook {

  private record Entry(TaskManagerReport report, long receivedMillis, long order) {}

  private final Ticker ticker;
  private final long timeToLiveMillis;
  private final Map<String, Entry> entries = new HashMap<>();
  private final Map<Long, Long> firstHeard = new HashMap<>();
  private long order;

  /** A book that forgets a report after {@code timeToLiveMillis}. */
  public ReportBook(Ticker ticker, long timeToLiveMillis) {
    this.ticker = ticker;
    this.timeToLiveMillis = timeToLiveMillis;
  }

  /** Takes a report instead of the task manager's earlier one. */
  public void accept(TaskManagerReport report) {
    order++;
    entries.put(report.taskManager(), new Entry(report, ticker.millis(), order));
    for (RouterReport router : report.routers()) {
      firstHeard.putIfAbsent(router.incarnation(), order);
    }
  }

  /** Forgets what was not renewed in time; says whether there was anything to forget. */
  public boolean expire() {
    long oldest = ticker.millis() - timeToLiveMillis;
    boolean forgotten = entries.values().removeIf(entry -> entry.receivedMillis() < oldest);
    if (forgotten || firstHeard.size() > 1024) {
      firstHeard.keySet().retainAll(incarnations());
    }
    return forgotten;
  }

  /** Reports that count now, in the order of their arrival. */
  public List<TaskManagerReport> live() {
    return inOrder().stream().map(Entry::report).toList();
  }

  /** Edges of jobs that the live reports mention; direct partitioners do not know their job. */
  public SortedSet<EdgeId> edges() {
    SortedSet<EdgeId> edges = new TreeSet<>();
    for (Entry entry : entries.values()) {
      entry.report().routers().forEach(router -> edges.add(router.edge()));
      entry.report().gates().forEach(gate -> edges.add(gate.edge()));
    }
    return edges;
  }

  /** What live task managers say about an edge. */
  public EdgeReports about(EdgeId edge) {
    List<RouterReport> routers = new ArrayList<>();
    List<GateReport> gates = new ArrayList<>();
    List<DirectReport> direct = new ArrayList<>();
    for (Entry entry : inOrder()) {
      entry.report().routers().stream().filter(r -> r.edge().equals(edge)).forEach(routers::add);
      entry.report().gates().stream().filter(g -> g.edge().equals(edge)).forEach(gates::add);
      entry.report().direct().stream()
          .filter(d -> d.operator().equals(edge.operator()))
          .forEach(direct::add);
    }
    routers.sort(Comparator.comparing(r -> firstHeard.getOrDefault(r.incarnation(), 0L)));
    return new EdgeReports(routers, gates, direct);
  }

  /**
   * Whether every task manager with a router of the edge has this coordinator's document, and so
   * can no longer act on one of an earlier coordinator.
   */
  public boolean allRoutersHear(EdgeId edge, String coordinator) {
    return entries.values().stream()
        .map(Entry::report)
        .filter(report -> report.routers().stream().anyMatch(r -> r.edge().equals(edge)))
        .allMatch(report -> report.coordinator().equals(coordinator));
  }

  private List<Entry> inOrder() {
    return entries.values().stream().sorted(Comparator.comparingLong(Entry::order)).toList();
  }

  private Collection<Long> incarnations() {
    Set<Long> incarnations = new HashSet<>();
    for (Entry entry : entries.values()) {
      entry.report().routers().forEach(router -> incarnations.add(router.incarnation()));
    }
    return incarnations;
  }
}
