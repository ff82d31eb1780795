package io.amoeba.coordinator.monitor;

import io.amoeba.partitioner.placement.protocol.DirectReport;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The newest report of each copy of the partitioner in each task manager, by it and by edge,
 * forgotten when it is not renewed in time. Bounded; lines about edges that Flink has not told of
 * wait in a small room of their own. Not safe for concurrent use: the owner locks. Source:
 * placement protocol, "PUT /api/v1/task-managers/{id}".
 */
public final class ReportBook {

  /** Jobs on one task manager that carry the partitioner in their own jar. */
  private static final int MOST_COPIES = 64;

  private record Entry(
      TaskManagerReport report,
      long receivedMillis,
      long order,
      ReportSize told,
      ReportSize untold) {}

  /** When a router was first heard of, and how many lines speak of it. */
  private record Heard(long order, int lines) {}

  private final Ticker ticker;
  private final long timeToLiveMillis;
  private final ReportLimits limits;

  /** In the order of their arrival. */
  private final Map<Reporter, Entry> entries = new LinkedHashMap<>();

  private final EdgeIndex index = new EdgeIndex();
  private final Map<Long, Heard> heard = new HashMap<>();
  private ToldEdges flink = ToldEdges.NONE;
  private Set<EdgeId> edgesTold = Set.of();
  private Set<String> operatorsTold = Set.of();
  private ReportSize told = ReportSize.NONE;
  private ReportSize untold = ReportSize.NONE;
  private long order;

  /** A book that forgets a report after {@code timeToLiveMillis}. */
  public ReportBook(Ticker ticker, long timeToLiveMillis) {
    this(ticker, timeToLiveMillis, ReportLimits.DEFAULT);
  }

  /** One with limits of its own. */
  public ReportBook(Ticker ticker, long timeToLiveMillis, ReportLimits limits) {
    this.ticker = ticker;
    this.timeToLiveMillis = timeToLiveMillis;
    this.limits = limits;
  }

  /** By which it forgets. */
  public Ticker ticker() {
    return ticker;
  }

  /**
   * Says which edges there are, instead of those said before.
   *
   * @param byFlink edges of the running job
   * @param published edges that were published, of any job
   */
  public void tell(ToldEdges byFlink, Set<EdgeId> published) {
    flink = byFlink;
    Set<EdgeId> edges = new HashSet<>(byFlink.edges());
    edges.addAll(published);
    if (edges.equals(edgesTold)) {
      return;
    }
    edgesTold = Set.copyOf(edges);
    operatorsTold = edges.stream().map(EdgeId::operator).collect(Collectors.toSet());
    List<Entry> before = List.copyOf(entries.values());
    before.forEach(this::remove);
    before.forEach(entry -> put(parted(entry.report(), entry.receivedMillis(), entry.order())));
    before.forEach(this::unhear);
  }

  /**
   * Takes a report instead of the earlier one of the same copy in the task manager.
   *
   * @return the edges and operators that either of both speaks of
   * @throws TooManyReports if it does not fit beside the others; the earlier one stays
   */
  public Touched accept(TaskManagerReport report) {
    Entry before = entries.get(Reporter.of(report));
    Touched dropped = before == null ? dropOldestIfTooMany(report.taskManager()) : Touched.NOTHING;
    if (before == null && entries.size() >= limits.taskManagers()) {
      throw new TooManyReports(
          "%d task managers report, which is the most that there may be"
              .formatted(limits.taskManagers()));
    }
    order++;
    ReportSize others = before == null ? told : told.minus(before.told());
    ReportSize all = others.plus(toldSize(report));
    if (!all.isWithin(limits.lines(), limits.bytes())) {
      throw new TooManyReports(
          "all reports together would have %d routers, gates and partitioners in %d bytes; the most that there may be is %d in %d"
              .formatted(all.lines(), all.bytes(), limits.lines(), limits.bytes()));
    }
    Touched touched = Touched.by(report).and(dropped);
    if (before != null) {
      remove(before);
      touched = touched.and(Touched.by(before.report()));
    }
    put(parted(report, ticker.millis(), order));
    if (before != null) {
      unhear(before);
    }
    return touched;
  }

  private Touched dropOldestIfTooMany(String taskManager) {
    List<Entry> copies =
        entries.values().stream()
            .filter(entry -> entry.report().taskManager().equals(taskManager))
            .toList();
    if (copies.size() < MOST_COPIES) {
      return Touched.NOTHING;
    }
    Entry oldest = copies.get(0);
    remove(oldest);
    unhear(oldest);
    return Touched.by(oldest.report());
  }

  /** Forgets what was not renewed in time; says which edges and operators that was about. */
  public Touched expire() {
    long oldest = ticker.millis() - timeToLiveMillis;
    Touched touched = Touched.NOTHING;
    for (Entry entry : List.copyOf(entries.values())) {
      if (entry.receivedMillis() >= oldest) {
        break; // later ones arrived later
      }
      remove(entry);
      unhear(entry);
      touched = touched.and(Touched.by(entry.report()));
    }
    return touched;
  }

  /** Reports that count now, one of each task manager, in the order of their arrival. */
  public List<TaskManagerReport> live() {
    Map<String, TaskManagerReport> reports = new LinkedHashMap<>();
    for (Entry entry : entries.values()) {
      String taskManager = entry.report().taskManager();
      TaskManagerReport earlier = reports.remove(taskManager);
      reports.put(
          taskManager,
          earlier == null ? entry.report() : Reporter.together(earlier, entry.report()));
    }
    return List.copyOf(reports.values());
  }

  /** Edges that Flink has told of and live reports mention, beside those of partitioners. */
  public Set<EdgeId> edges() {
    return edgesTold.stream().filter(index::has).collect(Collectors.toSet());
  }

  /** Whether live reports speak of edges that Flink has not told of. */
  public boolean hasUntold() {
    return untold.lines() > 0;
  }

  /** What live task managers say about an edge; about a gate, only the one that runs it. */
  public EdgeReports about(EdgeId edge) {
    List<RouterReport> routers = new ArrayList<>();
    List<GateReport> gates = new ArrayList<>();
    for (EdgeIndex.Part part : index.about(edge)) {
      routers.addAll(part.routers());
      part.gates().stream()
          .filter(gate -> flink.runs(gate, part.taskManager()))
          .forEach(gates::add);
    }
    routers.sort(Comparator.comparing(r -> heardFirst(r)));
    return new EdgeReports(routers, gates, index.direct(edge.operator()));
  }

  private long heardFirst(RouterReport router) {
    Heard known = heard.get(router.incarnation());
    return known == null ? 0 : known.order();
  }

  /**
   * Whether every task manager with a router of the edge has this coordinator's document, and so
   * can no longer act on one of an earlier coordinator.
   */
  public boolean allRoutersHear(EdgeId edge, String coordinator) {
    return index.about(edge).stream()
        .filter(part -> !part.routers().isEmpty())
        .allMatch(part -> part.coordinator().equals(coordinator));
  }

  private boolean isTold(EdgeId edge) {
    return edgesTold.contains(edge);
  }

  private boolean isTold(DirectReport direct) {
    return operatorsTold.contains(direct.operator());
  }

  private ReportSize toldSize(TaskManagerReport report) {
    return parted(report, 0, 0).told();
  }

  /** The report with as many lines about edges that Flink has not told of as there is room for. */
  private Entry parted(TaskManagerReport report, long receivedMillis, long entryOrder) {
    Room room = new Room();
    room.takes(nameOf(report), true);
    List<RouterReport> routers =
        report.routers().stream().filter(r -> room.takes(r.edge(), isTold(r.edge()))).toList();
    List<GateReport> gates =
        report.gates().stream()
            .filter(g -> room.takes(g.edge(), isTold(g.edge()), 1 + g.endedRouters().size()))
            .toList();
    List<DirectReport> direct =
        report.direct().stream().filter(d -> room.takes(d.operator(), isTold(d))).toList();
    return new Entry(
        report.with(routers, gates, direct),
        receivedMillis,
        entryOrder,
        room.toldNow,
        room.untoldNow);
  }

  /** Its own texts, which take memory. */
  private static String nameOf(TaskManagerReport report) {
    return report.taskManager()
        + report.host()
        + String.join("", report.nodeHosts())
        + report.coordinator();
  }

  /** What one report takes of it. */
  private final class Room {
    private final Set<Object> names = new HashSet<>();

    /** Edges and operators that nobody has named before. */
    private final long namesLeft =
        limits.untoldEdges()
            + edgesTold.stream().filter(index::has).count()
            + operatorsTold.stream().filter(index::has).count()
            - index.size();

    private ReportSize toldNow = ReportSize.NONE;
    private ReportSize untoldNow = ReportSize.NONE;

    boolean takes(EdgeId edge, boolean isTold) {
      return takes(edge, isTold, 1);
    }

    boolean takes(EdgeId edge, boolean isTold, int lines) {
      int length = edge.job().length() + edge.operator().length();
      return takes(edge, ReportSize.ofLines(lines, length), isTold, index.has(edge));
    }

    boolean takes(String operator, boolean isTold) {
      return takes(operator, ReportSize.ofLines(1, operator.length()), isTold, index.has(operator));
    }

    private boolean takes(Object name, ReportSize line, boolean isTold, boolean isKnown) {
      if (isTold) {
        toldNow = toldNow.plus(line);
        return true;
      }
      ReportSize next = untoldNow.plus(line);
      boolean fits =
          untold.plus(next).isWithin(limits.untoldLines(), limits.untoldBytes())
              && (isKnown || names.contains(name) || names.size() < namesLeft);
      if (fits) {
        untoldNow = next;
        if (!isKnown) {
          names.add(name);
        }
      }
      return fits;
    }
  }

  private void put(Entry entry) {
    entries.put(Reporter.of(entry.report()), entry);
    index.add(entry.report());
    told = told.plus(entry.told());
    untold = untold.plus(entry.untold());
    for (RouterReport router : entry.report().routers()) {
      heard.merge(
          router.incarnation(),
          new Heard(entry.order(), 1),
          (known, added) -> new Heard(known.order(), known.lines() + 1));
    }
  }

  /**
   * After {@link #put} of what takes its place: a router that goes on was heard of first before.
   */
  private void unhear(Entry entry) {
    for (RouterReport router : entry.report().routers()) {
      heard.computeIfPresent(
          router.incarnation(),
          (incarnation, known) ->
              known.lines() == 1 ? null : new Heard(known.order(), known.lines() - 1));
    }
  }

  private void remove(Entry entry) {
    entries.remove(Reporter.of(entry.report()));
    index.remove(entry.report());
    told = told.minus(entry.told());
    untold = untold.minus(entry.untold());
  }
}
