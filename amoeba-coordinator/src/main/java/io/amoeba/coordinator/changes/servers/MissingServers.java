package io.amoeba.coordinator.changes.servers;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.changes.Change;
import io.amoeba.coordinator.changes.ChangeSettings;
import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.changes.OperationContext;
import io.amoeba.coordinator.changes.Planned;
import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.changes.Wanted;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.coordinator.plan.Settled;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans servers for nodes with subtasks that have none, where the store grows: it takes them as
 * soon as they are empty members. Stateless, safe for concurrent use. Source: dissertation 5.2.2.
 */
public final class MissingServers implements Change<StartServers> {

  @Override
  public Class<StartServers> action() {
    return StartServers.class;
  }

  @Override
  public Class<StartProgress> progress() {
    return StartProgress.class;
  }

  /** What an earlier coordinator has begun is ended also where no further server is started. */
  @Override
  public Optional<StartServersOperation> operation(OperationContext context) {
    Optional<GrowthSettings.Start> start = context.rules().growth().start();
    if (start.isEmpty() && !context.isOpen(StartServers.KIND)) {
      return Optional.empty();
    }
    return Optional.of(
        new StartServersOperation(
            context.cluster(),
            context.members()::problems,
            context.starter(),
            start.map(GrowthSettings.Start::timeout).orElse(context.agreement())));
  }

  @Override
  public Optional<Wanted> wanted(ChangeSettings settings) {
    GrowthSettings growth = settings.rules().growth();
    return growth
        .start()
        .map(
            start ->
                new Wanted(
                    GrowthSettings.SETTING,
                    growth.servers(),
                    "starts servers",
                    "",
                    Set.of(Need.JOB, Need.NEW_MEMBERS)));
  }

  @Override
  public Planned plan(PlanningInput input) {
    List<StreamOperator> operators =
        input.snapshot().job().map(MissingServers::operators).orElse(List.of());
    if (!input.rules().growth().wanted()
        || operators.isEmpty()
        || input.snapshot().primaries().isEmpty()
        || !Settled.all(operators, input.symptoms())) {
      return Planned.NOTHING;
    }
    HashSlotHomes homes = new HashSlotHomes(input.snapshot());
    Set<String> nodes = new TreeSet<>();
    operators.forEach(operator -> nodes.addAll(homes.subtasksByNode(operator).keySet()));
    boolean keyed = operators.stream().noneMatch(StreamOperator::customPartitioned);
    if (!keyed && isElsewhere(input.snapshot(), nodes)) {
      return Planned.NOTHING; // the store does not grow before all of it is on the job's nodes
    }
    List<StartServers.Server> starting = new ArrayList<>();
    List<Problem> skipped = new ArrayList<>();
    for (String node : missing(nodes, input)) {
      Optional<Problem> closed = input.rules().growth().closedTo(node);
      if (closed.isEmpty()) {
        int port = input.rules().growth().start().orElseThrow().port();
        String host = host(node, input.snapshot(), operators);
        starting.add(new StartServers.Server(node, new ServerAddress(host, port)));
      } else if (keyed) {
        skipped.add(closed.get()); // the growth of the store says so otherwise
      }
    }
    if (starting.isEmpty()) {
      return Planned.skipped(skipped);
    }
    StartServers action =
        new StartServers(
            starting, operators.stream().map(operator -> share(operator, homes, input)).toList());
    String reason =
        "%d of %d nodes with subtasks have no Redis server: %s"
            .formatted(starting.size(), nodes.size(), action.serversText());
    return Planned.of(new ChangePlan(reason, action), skipped);
  }

  /**
   * Those whose nodes get servers: the keyed stream that the store follows, or all aligned ones.
   */
  private static List<StreamOperator> operators(StreamJob job) {
    return job.storeFollows().isPresent()
        ? job.followed().map(List::of).orElse(List.of())
        : job.aligned();
  }

  private static boolean isElsewhere(ClusterSnapshot snapshot, Set<String> nodes) {
    return snapshot.primaries().stream()
        .anyMatch(primary -> !nodes.contains(snapshot.nodes().of(primary)));
  }

  /** Nodes that may have hash slots, and have no member of the store. */
  private static Set<String> missing(Set<String> nodes, PlanningInput input) {
    Set<String> missing = new TreeSet<>(nodes);
    missing.removeIf(
        node -> {
          OptionalInt most = input.rules().moves().capacities().of(node).hashSlots();
          return input.rules().moves().closedBy(node).isPresent() || most.orElse(1) == 0;
        });
    Set<ServerAddress> owners = new HashSet<>();
    for (Primary primary : input.snapshot().primaries()) {
      missing.remove(input.snapshot().nodes().of(primary));
      owners.add(primary.address());
    }
    // A server that has just been reset may be known by its old id, too.
    input.snapshot().emptyPrimaries().stream()
        .filter(primary -> !owners.contains(primary.address()))
        .forEach(primary -> missing.remove(input.snapshot().nodes().of(primary)));
    return missing;
  }

  /** Where Flink finds the node, a server is to be found, too. */
  private static String host(
      String node, ClusterSnapshot snapshot, List<StreamOperator> operators) {
    return operators.stream()
        .flatMap(operator -> operator.subtasks().stream())
        .filter(subtask -> snapshot.nodes().of(subtask).equals(node))
        .map(Subtask::host)
        .min(Comparator.naturalOrder())
        .orElse(node);
  }

  /** What growth can reach: hash slots on other nodes than the operator's stay. */
  private static AlignedShare share(
      StreamOperator operator, HashSlotHomes homes, PlanningInput input) {
    EdgeId edge = new EdgeId(input.snapshot().job().map(StreamJob::id).orElse(""), operator.name());
    return new AlignedShare(
        operator.name(),
        operator.customPartitioned()
            ? homes.shareRouted(operator, input.placements().get(edge))
            : homes.shareAtKeyGroup(operator),
        homes.shareOn(homes.subtasksByNode(operator).keySet()));
  }
}
