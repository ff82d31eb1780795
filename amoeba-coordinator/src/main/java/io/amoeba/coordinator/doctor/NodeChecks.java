package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.config.PlanSettings;
import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.monitor.HostResolver;
import io.amoeba.coordinator.monitor.NodeEntry;
import io.amoeba.coordinator.monitor.NodeMatch;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.monitor.TaskManagerHosts;
import io.amoeba.coordinator.text.HostSyntax;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Whether TaskManagers and primaries are seen on the same machines. Stateless. */
final class NodeChecks {

  private static final String TABLE =
      "If both run on one machine, set amoeba.node.host of that TaskManager to the host that Redis"
          + " announces (which is seen here with --url of a running coordinator), or say so in the"
          + " configuration: nodes: [{name: NAME, flinkHosts: [%s], redisHosts: [%s]}]; otherwise"
          + " %s.";

  private NodeChecks() {}

  static void check(
      List<NodeEntry> entries,
      HostResolver resolver,
      FlinkInspection.Answering flink,
      TaskManagerHosts told,
      MajorityView view,
      Findings findings) {
    List<Subtask> subtasks = places(flink, told);
    List<Primary> primaries = view.primaries().stream().map(KnownServer::asPrimary).toList();
    NodeMatch match = new NodeTable(entries, resolver).match(subtasks, List.of(), primaries, told);
    hosts(subtasks, primaries, match, resolver, findings);
    entries(entries, subtasks, primaries, findings);
    if (flink.stream() instanceof StreamView.Found found) {
      subtaskPlaces(found.job(), told, primaries, match, findings);
    }
  }

  /** A registered TaskManager as if it had a subtask, so that hosts match before a job runs. */
  private static List<Subtask> places(FlinkInspection.Answering flink, TaskManagerHosts told) {
    List<Subtask> places = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    if (flink.stream() instanceof StreamView.Found found) {
      for (StreamOperator operator : found.job().planned()) {
        for (Subtask subtask : operator.subtasks()) {
          if (seen.add(subtask.taskManager())) {
            places.add(placed(subtask, told));
          }
        }
      }
    }
    for (TaskManager taskManager : flink.taskManagers()) {
      if (seen.add(taskManager.id())) {
        places.add(placed(new Subtask(0, 0, 0, "", taskManager.host(), taskManager.id()), told));
      }
    }
    return places;
  }

  private static Subtask placed(Subtask subtask, TaskManagerHosts told) {
    return subtask.on(told.host(subtask.taskManager(), subtask.host()));
  }

  private static void hosts(
      List<Subtask> subtasks,
      List<Primary> primaries,
      NodeMatch match,
      HostResolver resolver,
      Findings findings) {
    Set<String> flinkNodes = new TreeSet<>();
    Set<String> redisNodes = new TreeSet<>();
    subtasks.forEach(subtask -> flinkNodes.add(match.of(subtask)));
    primaries.forEach(primary -> redisNodes.add(match.of(primary)));
    for (Subtask subtask : subtasks) {
      if (!redisNodes.contains(match.of(subtask))) {
        findings.add(
            Check.HOST_MATCH,
            Severity.WARNING,
            subtask.taskManager(),
            "no primary is seen on its host "
                + subtask.host()
                + (resolver.addresses(subtask.host()).isEmpty() ? " (no address here)" : "")
                + "; primaries are on "
                + redisNodes,
            TABLE.formatted(subtask.taskManager(), "HOST:PORT", "start a primary there"));
      }
    }
    for (Primary primary : primaries) {
      if (!flinkNodes.contains(match.of(primary))) {
        findings.add(
            Check.HOST_MATCH,
            Severity.WARNING,
            primary.address().toString(),
            "no TaskManager is seen on its host; TaskManagers are on " + flinkNodes,
            TABLE.formatted(
                "TASK-MANAGER-ID", primary.address().toString(), "start a TaskManager there"));
      }
    }
    if (match.names().size() == 1 && subtasks.size() > 1 && primaries.size() > 1) {
      findings.add(
          Check.HOST_MATCH,
          Severity.WARNING,
          match.names().first(),
          "%d TaskManagers and %d primaries look like one node"
              .formatted(subtasks.size(), primaries.size()),
          "If they are several machines, name each in nodes, by task-manager ids and HOST:PORT.");
    }
    findings.fine(
        Check.HOST_MATCH,
        "nodes",
        "each of " + match.names().size() + " nodes has a TaskManager and a primary");
  }

  private static void entries(
      List<NodeEntry> entries, List<Subtask> subtasks, List<Primary> primaries, Findings findings) {
    Set<String> flinkNames = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    subtasks.forEach(
        subtask -> flinkNames.addAll(List.of(subtask.taskManager(), canonical(subtask.host()))));
    Set<String> redisNames = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (Primary primary : primaries) {
      List<String> hosts = new ArrayList<>(List.of(primary.host()));
      hosts.addAll(primary.otherHosts());
      hosts.forEach(
          host ->
              redisNames.addAll(
                  List.of(canonical(host), new ServerAddress(host, primary.port()).toString())));
    }
    for (NodeEntry entry : entries) {
      unknown(entry.flinkHosts(), flinkNames)
          .forEach(
              host -> unknownHost(entry, "flinkHosts", host, "TaskManager", flinkNames, findings));
      unknown(entry.redisHosts(), redisNames)
          .forEach(host -> unknownHost(entry, "redisHosts", host, "primary", redisNames, findings));
    }
    if (!entries.isEmpty()) {
      findings.fine(Check.NODE_TABLE, "nodes", "every host of the table is there");
    }
  }

  /** A primary that is fixed by an address which it does not announce is not fixed at all. */
  static void fixedPrimaries(PlanSettings plans, MajorityView view, Findings findings) {
    Set<String> known = new TreeSet<>();
    view.primaries().forEach(primary -> known.add(primary.address().toString()));
    plans.fixedPrimaries().forEach((key, fixed) -> notFixed(key, fixed, known, findings));
  }

  private static void notFixed(
      String key, Set<String> fixed, Set<String> known, Findings findings) {
    fixed.stream()
        .filter(address -> !known.contains(address))
        .sorted()
        .forEach(
            address ->
                findings.add(
                    Check.NODE_TABLE,
                    Severity.WARNING,
                    key,
                    "'%s' is no primary of now, so that it keeps none in its place; primaries announce %s"
                        .formatted(address, known),
                    "Write the address that the primary announces (CLUSTER NODES)."));
  }

  private static String canonical(String host) {
    return ServerAddress.parse(host)
        .map(ServerAddress::toString)
        .orElseGet(() -> HostSyntax.canonical(host));
  }

  private static List<String> unknown(List<String> hosts, Set<String> known) {
    return hosts.stream()
        .filter(host -> !known.contains(host) && !known.contains(canonical(host)))
        .toList();
  }

  private static void unknownHost(
      NodeEntry entry, String key, String host, String what, Set<String> known, Findings findings) {
    findings.add(
        Check.NODE_TABLE,
        Severity.NOTE,
        "nodes " + entry.name() + "." + key,
        "'%s' is no %s of now; known are %s".formatted(host, what, known),
        "Correct it, unless it will come.");
  }

  private static void subtaskPlaces(
      StreamJob job,
      TaskManagerHosts told,
      List<Primary> primaries,
      NodeMatch match,
      Findings findings) {
    for (StreamOperator operator : job.planned()) {
      Set<String> nodes = new HashSet<>();
      operator.subtasks().forEach(subtask -> nodes.add(match.of(placed(subtask, told))));
      Set<String> without = new TreeSet<>();
      int hashSlots = 0;
      for (Primary primary : primaries) {
        if (!nodes.contains(match.of(primary))) {
          without.add(match.of(primary));
          hashSlots += primary.hashSlotCount();
        }
      }
      if (hashSlots > 0) {
        findings.add(
            Check.SUBTASK_PLACES,
            Severity.WARNING,
            operator.name(),
            "has no subtask on %s, whose primaries own %d hash slots: these are never local"
                .formatted(without, hashSlots),
            "Run it with a parallelism of at least the number of nodes, one task slot on each; or"
                + " see host-match.");
      }
      findings.fine(
          Check.SUBTASK_PLACES, job.name(), "every primary has subtasks of it on its node");
    }
  }
}
