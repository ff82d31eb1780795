package io.amoeba.coordinator.monitor;

import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The hosts of their machines that task managers report, which Flink does not know where they run
 * in pods. Confined to the control-loop thread.
 */
final class ReportedHosts {

  /*
   * A task manager stays on its machine as long as it lives, so what it has told counts on when its
   * job restarts and it does not report for a while. Before it has told anything its machine is not
   * known: until then a coordinator that has just started would see it on its pod's host, and move
   * data to where they need not be.
   */

  /** As many as report at most; those that have been silent longest are forgotten. */
  private static final int MOST = ReportLimits.DEFAULT.taskManagers();

  /** Placement protocol: task managers report every 2 s, and are forgotten after 6 s. */
  static final long AWAITED_MILLIS = 6_000;

  private final Ticker ticker;
  private final long awaitedMillis;
  private final Map<String, List<String>> byTaskManager = new LinkedHashMap<>();
  private Map<String, Long> silentSince = Map.of();

  ReportedHosts(Ticker ticker, long awaitedMillis) {
    this.ticker = ticker;
    this.awaitedMillis = awaitedMillis;
  }

  /**
   * The hosts of the task managers of one snapshot.
   *
   * @param awaited task managers that are about to tell theirs
   */
  record Sight(TaskManagerHosts hosts, Set<String> awaited) {}

  /** Takes what is reported now, about a job with these task managers. */
  Sight look(StreamView.Found view, List<TaskManagerReport> reports, HostFilter filter) {
    for (TaskManagerReport report : reports) {
      byTaskManager.remove(report.taskManager());
      byTaskManager.put(report.taskManager(), report.nodeHosts());
    }
    while (byTaskManager.size() > MOST) {
      byTaskManager.remove(byTaskManager.keySet().iterator().next());
    }
    Map<String, String> flinkHosts = flinkHosts(view);
    Set<String> present = flinkHosts.keySet();
    Map<String, List<String>> usable = new HashMap<>();
    for (String taskManager : present) {
      List<String> hosts = byTaskManager.getOrDefault(taskManager, List.of());
      String source = "The report of task manager %s (amoeba.node.host)".formatted(taskManager);
      usable.put(taskManager, hosts.stream().filter(h -> filter.isHost(source, h)).toList());
    }
    return new Sight(new TaskManagerHosts(usable, flinkHosts), awaited(view, present));
  }

  private Set<String> awaited(StreamView.Found view, Set<String> present) {
    Map<String, Long> silent = new HashMap<>();
    long now = ticker.millis();
    for (String taskManager : present) {
      if (!byTaskManager.containsKey(taskManager)) {
        silent.put(taskManager, silentSince.getOrDefault(taskManager, now));
      }
    }
    silentSince = silent;
    boolean untold = byTaskManager.values().stream().allMatch(List::isEmpty);
    if (view.job().aligned().isEmpty() || (untold && !byTaskManager.isEmpty())) {
      return Set.of(); // nobody reports here, or nobody who does has another host than Flink's
    }
    return silent.entrySet().stream()
        .filter(since -> now - since.getValue() < awaitedMillis)
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Map<String, String> flinkHosts(StreamView.Found view) {
    Map<String, String> hosts = new HashMap<>();
    for (StreamOperator operator : view.job().planned()) {
      operator.subtasks().forEach(subtask -> hosts.put(subtask.taskManager(), subtask.host()));
    }
    view.free().forEach(slots -> hosts.put(slots.taskManager(), slots.host()));
    hosts.remove(""); // of subtasks that are not deployed
    return Map.copyOf(hosts);
  }

  /** The view in which subtasks and free task slots are on the machines that were told. */
  static StreamView.Found placed(StreamView.Found view, Sight sight) {
    StreamJob job = view.job();
    List<StreamOperator> operators = new ArrayList<>();
    job.operators().forEach(operator -> operators.add(placed(operator, sight)));
    List<FreeTaskSlots> free =
        view.free().stream()
            .map(
                slots ->
                    new FreeTaskSlots(
                        slots.taskManager(),
                        sight.hosts().host(slots.taskManager(), slots.host()),
                        slots.count()))
            .toList();
    return new StreamView.Found(job.with(operators), free);
  }

  private static StreamOperator placed(StreamOperator operator, Sight sight) {
    List<Subtask> subtasks =
        operator.subtasks().stream()
            .map(s -> s.host().isEmpty() ? s : s.on(sight.hosts().host(s.taskManager(), s.host())))
            .toList();
    boolean told = subtasks.stream().noneMatch(s -> sight.awaited().contains(s.taskManager()));
    return operator.with(subtasks, operator.settled() && told);
  }
}
