package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.changes.Change;
import io.amoeba.coordinator.changes.ChangeSettings;
import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.changes.OperationContext;
import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.Planned;
import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.changes.Wanted;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.coordinator.plan.Settled;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Plans which hash slots leave nodes without a subtask of any operator that plans are about, and
 * where they go: to the primaries on the job's nodes, so that each has the part of its node's
 * subtasks as nearly as that is possible while nothing else moves; of the load where the store
 * tells it, of the hash slots otherwise. Where the store follows a keyed stream, its key groups say
 * where. All that may leave does, or nothing. Stateless, safe for concurrent use. Source:
 * dissertation 5.2.2.
 */
public final class StoreDrain implements Change<DrainStore> {

  /** How much wider the tolerance of the load gets where a hash slot has found no place. */
  private static final double WIDER = 4;

  /** By then even one that carries the whole load has found one. */
  private static final double WIDEST = 1e6;

  @Override
  public Class<DrainStore> action() {
    return DrainStore.class;
  }

  @Override
  public Class<SlotProgress> progress() {
    return SlotProgress.class;
  }

  @Override
  public Optional<MoveSlotsOperation> operation(OperationContext context) {
    return Optional.of(MoveSlotsOperation.of(DrainStore.KIND, context));
  }

  @Override
  public Optional<Wanted> wanted(ChangeSettings settings) {
    return settings.rules().drain().wanted()
        ? Optional.of(
            MoveSlotsOperation.wanted(
                "plans.drain.nodes", DrainSettings.WITHOUT_SUBTASKS, Need.JOB, Need.LOAD))
        : Optional.empty();
  }

  @Override
  public Planned plan(PlanningInput input) {
    Optional<StreamJob> job = input.snapshot().job();
    if (!input.rules().drain().wanted()
        || job.isEmpty()
        || job.get().planned().isEmpty()
        || job.get().followed().isPresent() != job.get().storeFollows().isPresent()
        || input.snapshot().primaries().isEmpty()
        || !Settled.all(job.get().planned(), input.symptoms())) {
      return Planned.NOTHING;
    }
    Drain drain =
        new Drain(
            input.snapshot(),
            job.get(),
            input.rules(),
            StorePrimaries.parts(input.snapshot(), job.get().planned()));
    return ThirdPrimary.required(input.snapshot(), drain.planned(input.placements()));
  }

  /**
   * What a drain is planned from. Immutable.
   *
   * @param parts of the store (0 … 1) by node with subtasks
   */
  private record Drain(
      ClusterSnapshot snapshot, StreamJob job, PlanRules rules, Map<String, Double> parts) {

    Planned planned(Map<EdgeId, PlacementMap> current) {
      Set<String> apart = new TreeSet<>();
      snapshot.primaries().forEach(primary -> apart.add(snapshot.nodes().of(primary)));
      apart.removeAll(parts.keySet());
      if (apart.isEmpty()) {
        return Planned.NOTHING;
      }
      if (isTooEarly()) {
        return Planned.skipped(
            List.of(
                Problem.note(
                    "DRAIN_WAITS",
                    "plans.drain.stabilizationWindow",
                    "the store leaves %s, where no subtask is, when all subtasks have run for %d s where they are"
                        .formatted(
                            String.join(", ", apart),
                            rules.drain().stabilizationWindow().toSeconds()),
                    "")));
      }
      StorePrimaries primaries = participants();
      StoreLayout layout = layout(primaries);
      List<Problem> skipped = new ArrayList<>();
      Optional<MovePlan> leaving = leaving(apart, primaries, layout, skipped);
      if (leaving.isEmpty()) {
        return Planned.skipped(skipped);
      }
      MovePlan moves = leaving.get();
      DrainStore action =
          new DrainStore(
              List.copyOf(nodes(layout, moves.moves().stream().map(HashSlotMove::from).toList())),
              shares(primaries, layout, moves.ownersAfter(layout), current),
              moves.moves(),
              primaries.addresses(moves.moves()));
      return Planned.of(new ChangePlan(reason(action, apart, layout, skipped), action), skipped);
    }

    /**
     * The owners of hash slots; and an empty member on each node of the job that has none of them,
     * where the store may go to such.
     */
    private StorePrimaries participants() {
      List<Primary> all = new ArrayList<>(snapshot.primaries());
      Set<String> nodes = new HashSet<>();
      all.forEach(primary -> nodes.add(snapshot.nodes().of(primary)));
      Set<String> addresses = new HashSet<>(new StorePrimaries(snapshot, all).addresses());
      if (rules.growth().wanted() || job.followed().isPresent()) {
        for (Primary empty : snapshot.emptyPrimaries()) {
          String node = snapshot.nodes().of(empty);
          if (parts.containsKey(node)
              && addresses.add(StorePrimaries.address(empty))
              && nodes.add(node)) {
            all.add(empty);
          }
        }
      }
      return new StorePrimaries(snapshot, all);
    }

    private StoreLayout layout(StorePrimaries primaries) {
      UnaryOperator<TargetPrimary> sharing = primaries.sharing(snapshot.nodes()::of, parts);
      return primaries.layout(
          StorePrimaries.load(snapshot),
          target ->
              rules.moves().closedBy(target.node()).isPresent()
                  ? target.leaving()
                  : sharing.apply(target));
    }

    /** A job that has lost a task manager may have it back in a minute, and the node with it. */
    private boolean isTooEarly() {
      Instant newest =
          job.planned().stream()
              .flatMap(operator -> operator.subtasks().stream())
              .map(Subtask::startMillis)
              .max(Long::compare)
              .map(Instant::ofEpochMilli)
              .orElse(Instant.EPOCH);
      return !rules.drain().stabilizationWindow().isZero()
          && snapshot.at().isBefore(newest.plus(rules.drain().stabilizationWindow()));
    }

    /**
     * The moves; empty: none.
     *
     * @param skipped gets why hash slots stay
     */
    private Optional<MovePlan> leaving(
        Set<String> apart, StorePrimaries primaries, StoreLayout layout, List<Problem> skipped) {
      OptionalInt anybody =
          IntStream.range(0, layout.primaries().size())
              .filter(p -> layout.primaries().get(p).share() > 0)
              .findFirst();
      if (anybody.isEmpty()) {
        skipped.add(
            Problem.warning(
                "NO_DESTINATION",
                "plans.drain",
                "the store does not leave %s: no primary on a node with subtasks may gain hash slots"
                    .formatted(String.join(", ", apart)),
                "Let plans.moves allow one of these nodes."));
        return Optional.empty();
      }
      int[] wanted = layout.owners();
      for (int hashSlot = 0; hashSlot < wanted.length; hashSlot++) {
        boolean leaves = apart.contains(layout.primaries().get(wanted[hashSlot]).node());
        wanted[hashSlot] = leaves ? anybody.getAsInt() : StoreLayout.NOBODY;
      }
      skipped.addAll(primaries.restrict(rules.moves(), layout, wanted));
      BitSet leaving = new BitSet();
      IntStream.range(0, wanted.length)
          .filter(hashSlot -> wanted[hashSlot] != StoreLayout.NOBODY)
          .forEach(leaving::set);
      if (leaving.isEmpty()) {
        return Optional.empty();
      }
      FittedOwners fitted = primaries.fitted(layout, rules.moves(), wanted(layout, leaving));
      int left = left(layout, fitted.owners(), leaving);
      if (left > 0) {
        skipped.add(
            Problem.warning(
                "CAPACITY_TOO_SMALL",
                "plans.drain",
                "the store does not leave %s: %d of %d hash slots there find no room on %s; %s"
                    .formatted(
                        String.join(", ", apart),
                        left,
                        leaving.cardinality(),
                        String.join(", ", parts.keySet()),
                        Finding.statement(fitted.reached())),
                "Raise the limits, or give the job more nodes."));
        return Optional.empty();
      }
      skipped.addAll(fitted.reached());
      return HashSlotMovePlanner.follow(
              MoveRequest.of(layout, MoveConstraints.NONE), fitted.owners())
          .complete()
          .map(plan -> plan.because(MoveReason.PRIMARY_LEAVES));
    }

    /** Owners of the hash slots that leave. */
    private int[] wanted(StoreLayout layout, BitSet leaving) {
      int[] wanted =
          job.followed()
              .map(operator -> byKeyGroups(layout, operator))
              .orElseGet(() -> balanced(layout, leaving));
      for (int hashSlot = 0; hashSlot < wanted.length; hashSlot++) {
        wanted[hashSlot] = leaving.get(hashSlot) ? wanted[hashSlot] : StoreLayout.NOBODY;
      }
      return wanted;
    }

    private int[] byKeyGroups(StoreLayout layout, StreamOperator operator) {
      List<String> nodes = Arrays.asList(new HashSlotHomes(snapshot).nodeOfSubtask(operator));
      return KeyedStreamOwners.of(layout, nodes, operator.maxParallelism());
    }

    /** What may not leave stays, and what is on the job's nodes already, too. */
    private static int[] balanced(StoreLayout layout, BitSet leaving) {
      BitSet fixed = (BitSet) leaving.clone();
      fixed.flip(0, HashSlot.COUNT);
      MoveRequest request = MoveRequest.of(layout, MoveConstraints.NONE.fixing(fixed));
      int[] after = layout.owners();
      for (double tolerance = MoveRequest.DEFAULT_TOLERANCE;
          left(layout, after, leaving) > 0 && tolerance < WIDEST;
          tolerance *= WIDER) {
        after = HashSlotMovePlanner.balance(request.within(tolerance)).ownersAfter(layout);
      }
      return after;
    }

    private static int left(StoreLayout layout, int[] after, BitSet leaving) {
      int[] owners = layout.owners();
      return (int) leaving.stream().filter(s -> after[s] == owners[s]).count();
    }

    private static Set<String> nodes(StoreLayout layout, List<String> ids) {
      return layout.primaries().stream()
          .filter(primary -> ids.contains(primary.id()))
          .map(primary -> primary.node())
          .collect(Collectors.toCollection(TreeSet::new));
    }

    private String reason(
        DrainStore action, Set<String> apart, StoreLayout layout, List<Problem> skipped) {
      Set<String> hosting =
          snapshot.primaries().stream().map(snapshot.nodes()::of).collect(Collectors.toSet());
      List<String> takers = action.moves().stream().map(HashSlotMove::to).toList();
      List<String> reasons = new ArrayList<>();
      reasons.add(
          "%d of %d nodes with hash slots have no subtask: %s; %d hash slots go from %s to %s"
              .formatted(
                  apart.size(),
                  hosting.size(),
                  String.join(", ", apart),
                  action.movedHashSlots(),
                  String.join(", ", action.nodes()),
                  String.join(", ", nodes(layout, takers))));
      if (job.followed().isEmpty() && StorePrimaries.load(snapshot).isPresent()) {
        reasons.add("shares are by the recent load of hash slots");
      }
      if (!skipped.isEmpty()) {
        reasons.add(Finding.statement(skipped));
      }
      return String.join("; ", reasons);
    }

    private List<AlignedShare> shares(
        StorePrimaries primaries,
        StoreLayout layout,
        int[] after,
        Map<EdgeId, PlacementMap> current) {
      List<AlignedShare> shares =
          new ArrayList<>(primaries.routableShares(job, layout, after, current));
      HashSlotHomes homes = new HashSlotHomes(snapshot);
      job.followed()
          .ifPresent(
              operator ->
                  shares.add(
                      new AlignedShare(
                          operator.name(),
                          StoreFollowsStream.alignedShare(operator, homes, layout, layout.owners()),
                          StoreFollowsStream.alignedShare(operator, homes, layout, after))));
      return shares;
    }
  }
}
