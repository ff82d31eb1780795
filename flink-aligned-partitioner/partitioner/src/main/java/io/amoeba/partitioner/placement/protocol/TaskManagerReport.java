package io.amoeba.partitioner.placement.protocol;

import java.util.List;

/**
 * What one copy of the partitioner in a task manager says about its routers, gates and direct
 * partitioners. Jobs that carry the partitioner in their own jar have a copy each. Immutable.
 */
public final class TaskManagerReport {

  private final String taskManager;
  private final String copy;
  private final String host;
  private final List<String> nodeHosts;
  private final String coordinator;
  private final long version;
  private final long refusedMaps;
  private final long staleMaps;
  private final List<RouterReport> routers;
  private final List<GateReport> gates;
  private final List<DirectReport> direct;

  /**
   * A report.
   *
   * @param copy empty: an older partitioner, which names none
   * @param host of the task manager, as Flink calls it
   * @param nodeHosts names and addresses of its machine; empty: Flink's host is the machine's
   * @param coordinator whose document it has; empty: none yet
   * @param version of that document; 0: it does not say
   * @param refusedMaps maps that it refused because they broke a rule
   * @param staleMaps maps that were older than its own
   */
  public TaskManagerReport(
      String taskManager,
      String copy,
      String host,
      List<String> nodeHosts,
      String coordinator,
      long version,
      long refusedMaps,
      long staleMaps,
      List<RouterReport> routers,
      List<GateReport> gates,
      List<DirectReport> direct) {
    this.taskManager = taskManager;
    this.copy = copy;
    this.host = host;
    this.nodeHosts = List.copyOf(nodeHosts);
    this.coordinator = coordinator;
    this.version = version;
    this.refusedMaps = refusedMaps;
    this.staleMaps = staleMaps;
    this.routers = List.copyOf(routers);
    this.gates = List.copyOf(gates);
    this.direct = List.copyOf(direct);
  }

  /** Of the one copy in a task manager, on the host that Flink knows. */
  public TaskManagerReport(
      String taskManager,
      String host,
      String coordinator,
      long refusedMaps,
      long staleMaps,
      List<RouterReport> routers,
      List<GateReport> gates,
      List<DirectReport> direct) {
    this(
        taskManager,
        "",
        host,
        List.of(),
        coordinator,
        0,
        refusedMaps,
        staleMaps,
        routers,
        gates,
        direct);
  }

  /** Of a task manager of which nothing is known but its machine. */
  public static TaskManagerReport ofHosts(String taskManager, List<String> nodeHosts) {
    return new TaskManagerReport(
        taskManager, "", "", nodeHosts, "", 0, 0, 0, List.of(), List.of(), List.of());
  }

  /** The same with other lines. */
  public TaskManagerReport with(
      List<RouterReport> otherRouters,
      List<GateReport> otherGates,
      List<DirectReport> otherDirect) {
    return new TaskManagerReport(
        taskManager,
        copy,
        host,
        nodeHosts,
        coordinator,
        version,
        refusedMaps,
        staleMaps,
        otherRouters,
        otherGates,
        otherDirect);
  }

  /** Id of the task manager, as Flink's REST interface names it. */
  public String taskManager() {
    return taskManager;
  }

  /** The copy of the partitioner, empty for an older one. */
  public String copy() {
    return copy;
  }

  /** The task manager's host, as Flink calls it. */
  public String host() {
    return host;
  }

  /** Names and addresses of its machine. */
  public List<String> nodeHosts() {
    return nodeHosts;
  }

  /** The coordinator whose document it has, empty if none yet. */
  public String coordinator() {
    return coordinator;
  }

  /** The version of that document, 0 if it does not say. */
  public long version() {
    return version;
  }

  /** Maps that it refused because they broke a rule. */
  public long refusedMaps() {
    return refusedMaps;
  }

  /** Maps that were older than its own. */
  public long staleMaps() {
    return staleMaps;
  }

  /** Its routers. */
  public List<RouterReport> routers() {
    return routers;
  }

  /** Its gates. */
  public List<GateReport> gates() {
    return gates;
  }

  /** Its direct partitioners. */
  public List<DirectReport> direct() {
    return direct;
  }

  private List<Object> values() {
    return List.of(
        taskManager,
        copy,
        host,
        nodeHosts,
        coordinator,
        version,
        refusedMaps,
        staleMaps,
        routers,
        gates,
        direct);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TaskManagerReport
        && ((TaskManagerReport) other).values().equals(values());
  }

  @Override
  public int hashCode() {
    return values().hashCode();
  }

  @Override
  public String toString() {
    return "TaskManagerReport" + values();
  }
}
