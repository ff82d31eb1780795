package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.analyze.KeyGroups;
import io.amoeba.coordinator.changes.Change;
import io.amoeba.coordinator.changes.ChangeSettings;
import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.changes.OperationContext;
import io.amoeba.coordinator.changes.Planned;
import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.changes.Wanted;
import io.amoeba.coordinator.changes.failover.MigrationRequest.SettledPrimary;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EqualMembers;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans which primaries go to which empty members, so that all of them are on nodes with subtasks.
 * A node has subtasks if any operator that plans are about has one there. What can be done is
 * planned, also where not everything can be. Stateless, safe for concurrent use. Source:
 * dissertation 5.2.2, 5.2.3.
 */
public final class PrimaryMigrations implements Change<MigratePrimaries> {

  private static final String JOB_ITSELF = "";

  @Override
  public Class<MigratePrimaries> action() {
    return MigratePrimaries.class;
  }

  @Override
  public Class<PrimaryProgress> progress() {
    return PrimaryProgress.class;
  }

  /** One that is half done ends also where no further ones are planned. */
  @Override
  public Optional<ReplacePrimaryOperation> operation(OperationContext context) {
    return Optional.of(
        new ReplacePrimaryOperation(
            context.cluster(),
            context.members()::problemsOfReplica,
            context.replacementLimits(),
            context.rest()));
  }

  @Override
  public Optional<Wanted> wanted(ChangeSettings settings) {
    return settings
        .rules()
        .migrations()
        .map(
            rules ->
                new Wanted(
                    "plans.migrations.servers",
                    "members",
                    "lets primaries migrate",
                    "which migration is half done",
                    Set.of(
                        Need.JOB, Need.PRIMARY_REPLACEMENTS, Need.NEW_MEMBERS, Need.PROMOTIONS)));
  }

  @Override
  public Planned plan(PlanningInput input) {
    Optional<MigrationRules> rules = input.rules().migrations();
    return rules.isPresent() && isKnown(input)
        ? new Store(input, rules.get()).planned()
        : Planned.NOTHING;
  }

  private static boolean isKnown(PlanningInput input) {
    List<StreamOperator> operators = operators(input.snapshot());
    return !operators.isEmpty()
        && !input.snapshot().primaries().isEmpty()
        && operators.stream().allMatch(StreamOperator::settled)
        && input.symptoms().stream()
            .noneMatch(s -> s.blocks(JOB_ITSELF) || s.is(SymptomCode.HASH_SLOTS_UNCOVERED));
  }

  private static List<StreamOperator> operators(ClusterSnapshot snapshot) {
    return snapshot.job().map(StreamJob::planned).orElse(List.of());
  }

  /**
   * What migrations are planned from. Immutable.
   *
   * @param primaries by address, since that is what reasons name them by
   */
  private record Store(
      PlanningInput input,
      MigrationRules rules,
      Map<String, Primary> primaries,
      Set<String> nodesWithSubtasks) {

    Store(PlanningInput input, MigrationRules rules) {
      this(input, rules, new LinkedHashMap<>(), new TreeSet<>());
      snapshot().primaries().forEach(p -> primaries.put(p.address().toString(), p));
      for (StreamOperator operator : operators(snapshot())) {
        operator.subtasks().forEach(s -> nodesWithSubtasks.add(snapshot().nodes().of(s)));
      }
    }

    private ClusterSnapshot snapshot() {
      return input.snapshot();
    }

    Planned planned() {
      List<Problem> unequal = new ArrayList<>();
      MigrationPlan plan = MigrationPlanner.plan(request(unequal));
      List<Problem> skipped = new ArrayList<>(plan.reasons());
      if (!skipped.isEmpty()) {
        passedOver().ifPresent(skipped::add);
        skipped.addAll(unequal);
      }
      List<Migration> migrations = plan.migrations();
      if (migrations.isEmpty()) {
        return Planned.skipped(skipped);
      }
      MigratePrimaries action =
          new MigratePrimaries(
              migrations.stream().map(this::shown).toList(),
              rules.old(),
              operators(snapshot()).stream().map(o -> share(o, migrations)).toList());
      return Planned.of(new ChangePlan(reason(migrations, skipped), action), skipped);
    }

    /** Keys change from look to look, and with them the plan; hash slots are what it is made by. */
    private MigrationRequest request(List<Problem> unequal) {
      List<SettledPrimary> settled = new ArrayList<>();
      primaries.forEach(
          (address, p) ->
              settled.add(
                  new SettledPrimary(address, snapshot().nodes().of(p), p.hashSlotCount())));
      // A server that has just been reset may be known by its old id, too.
      Map<ServerAddress, Primary> servers = new LinkedHashMap<>();
      for (Primary server : snapshot().emptyPrimaries()) {
        if (!primaries.containsKey(server.address().toString()) && mayHaveSubtasks(server)) {
          List<Problem> problems = EqualMembers.problemsOfReplica(server);
          if (problems.isEmpty()) {
            servers.put(server.address(), server);
          }
          unequal.addAll(problems);
        }
      }
      List<SpareServer> given = new ArrayList<>();
      servers.forEach(
          (address, server) -> given.add(new SpareServer(address, snapshot().nodes().of(server))));
      return new MigrationRequest(
          settled,
          given,
          nodesWithSubtasks,
          constraints(),
          Room.of(
              snapshot(),
              List.copyOf(primaries.values()),
              List.copyOf(servers.values()),
              input.rules().moves()));
    }

    private MigrationRequest.Constraints constraints() {
      Set<String> fixed = new HashSet<>(rules.fixedPrimaries());
      fixed.retainAll(primaries.keySet());
      Map<String, Integer> most = new HashMap<>();
      rules
          .maxPrimariesPerNode()
          .ifPresent(limit -> nodesWithSubtasks.forEach(node -> most.put(node, limit)));
      return new MigrationRequest.Constraints(
          fixed, rules.fixedNodes(), rules.forbiddenNodes(), most);
    }

    /** Data do not follow a subtask to where none is counted on. */
    private boolean mayHaveSubtasks(Primary server) {
      return !input.rules().moves().nodesWithoutJob().contains(snapshot().nodes().of(server));
    }

    private Optional<Problem> passedOver() {
      Set<String> nodes = new TreeSet<>();
      snapshot().emptyPrimaries().stream()
          .filter(server -> !mayHaveSubtasks(server))
          .map(snapshot().nodes()::of)
          .filter(nodesWithSubtasks::contains)
          .forEach(nodes::add);
      return nodes.isEmpty()
          ? Optional.empty()
          : Optional.of(
              Problem.note(
                  "NODE_FORBIDDEN",
                  "plans.rescale.forbiddenNodes",
                  "empty servers on %s take no primary".formatted(String.join(", ", nodes)),
                  ""));
    }

    private MigratingPrimary shown(Migration migration) {
      Primary primary = primary(migration);
      return new MigratingPrimary(
          new Migration(primary.id(), migration.to(), migration.reason()),
          primary.address(),
          snapshot().nodes().of(primary),
          primary.hashSlots(),
          primary.keys());
    }

    private Primary primary(Migration migration) {
      return Optional.ofNullable(primaries.get(migration.primary())).orElseThrow();
    }

    private String reason(List<Migration> migrations, List<Problem> skipped) {
      List<String> reasons = new ArrayList<>();
      migrations.stream()
          .map(Migration::reason)
          .distinct()
          .sorted()
          .forEach(
              reason -> {
                List<Primary> leaving =
                    migrations.stream()
                        .filter(m -> m.reason() == reason)
                        .map(this::primary)
                        .toList();
                Set<String> nodes = new TreeSet<>();
                leaving.forEach(primary -> nodes.add(snapshot().nodes().of(primary)));
                reasons.add(
                    "%d primaries with %d hash slots are on %s: %s"
                        .formatted(
                            leaving.size(),
                            leaving.stream().mapToInt(Primary::hashSlotCount).sum(),
                            switch (reason) {
                              case NODE_FORBIDDEN -> "nodes that may not host the store";
                              case NO_SUBTASK -> "nodes without a subtask";
                              case ABOVE_CAPACITY -> "nodes with more primaries than they may host";
                            },
                            String.join(", ", nodes)));
              });
      if (!skipped.isEmpty()) {
        reasons.add(Finding.statement(skipped));
      }
      return String.join("; ", reasons);
    }

    private AlignedShare share(StreamOperator operator, List<Migration> migrations) {
      HashSlotHomes homes = new HashSlotHomes(snapshot());
      double before =
          operator.customPartitioned()
              ? homes.shareRouted(operator, input.placements().get(edge(operator)))
              : keyed(operator, homes);
      Map<String, String> newNodes = new HashMap<>();
      migrations.forEach(m -> newNodes.put(m.primary(), m.to().node()));
      Set<String> nodes = homes.subtasksByNode(operator).keySet();
      int hosted = 0;
      for (Map.Entry<String, Primary> primary : primaries.entrySet()) {
        String old = snapshot().nodes().of(primary.getValue());
        boolean hosts = nodes.contains(newNodes.getOrDefault(primary.getKey(), old));
        hosted += hosts ? primary.getValue().hashSlotCount() : 0;
      }
      return new AlignedShare(operator.name(), before, (double) hosted / HashSlot.COUNT);
    }

    private EdgeId edge(StreamOperator operator) {
      return new EdgeId(snapshot().job().map(StreamJob::id).orElse(""), operator.name());
    }

    private static double keyed(StreamOperator operator, HashSlotHomes homes) {
      if (!KeyGroups.areHashSlots(operator.maxParallelism())
          || operator.parallelism() > operator.maxParallelism()) {
        return 0;
      }
      return homes.shareAtKeyGroup(operator);
    }
  }
}
