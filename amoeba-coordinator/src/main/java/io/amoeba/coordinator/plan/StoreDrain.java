package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.Primary;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.coordinator.plan.moves.FittedOwners;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import io.amoeba.coordinator.plan.moves.HashSlotMovePlanner;
import io.amoeba.coordinator.plan.moves.KeyedStreamOwners;
import io.amoeba.coordinator.plan.moves.MoveConstraints;
import io.amoeba.coordinator.plan.moves.MoveOutcome;
import io.amoeba.coordinator.plan.moves.MovePlan;
import io.amoeba.coordinator.plan.moves.MoveReason;
import io.amoeba.coordinator.plan.moves.MoveRequest;
import io.amoeba.coordinator.plan.moves.StoreLayout;
import io.amoeba.coordinator.plan.moves.TargetPrimary;
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
 * Which hash slots leave nodes without a subtask of any operator that plans are about, and where
 * they go: to the primaries on the job's nodes, so that each has the part of its node's subtasks as
 * nearly as that is possible while nothing else moves; of the load where the store tells it, of the
 * hash slots otherwise. Where the store follows a keyed stream, its key groups say where. All that
 * may leave does, or nothing. Immutable. Source: dissertation 5.2.2.
 */
final class StoreDrain {

  /** How much wider the tolerance of the load gets where a hash slot has found no place. */
  private static final double WIDER = 4;

  /** By then even one that carries the whole load has found one. */
  private static final double WIDEST = 1e6;

  private final ClusterSnapshot snapshot;
  private final StreamJob job;
  private final PlanRules rules;
  private final Map<String, Double> parts;

  /** Nodes with hash slots and without a subtask. */
  private final Set<String> apart = new TreeSet<>();

  private final List<String> staying = new ArrayList<>();
  private final StorePrimaries primaries;
  private final StoreLayout layout;
  private final Optional<MovePlan> moves;

  private StoreDrain(ClusterSnapshot snapshot, StreamJob job, PlanRules rules) {
    this.snapshot = snapshot;
    this.job = job;
    this.rules = rules;
    this.parts = NodeParts.of(snapshot, job.planned());
    snapshot.primaries().forEach(primary -> apart.add(snapshot.nodes().of(primary)));
    apart.removeAll(parts.keySet());
    this.primaries = participants();
    UnaryOperator<TargetPrimary> sharing = primaries.sharing(snapshot, parts);
    this.layout =
        primaries.layout(
            snapshot,
            StoreLoad.of(snapshot),
            target ->
                rules.moves().closedBy(target.node()).isPresent()
                    ? target.leaving()
                    : sharing.apply(target));
    this.moves = apart.isEmpty() || isTooEarly() ? Optional.empty() : drained();
  }

  /** What follows from a snapshot; empty if no node is to be left or not enough is known. */
  static Optional<StoreDrain> of(
      ClusterSnapshot snapshot, List<Symptom> symptoms, PlanRules rules) {
    Optional<StreamJob> job = snapshot.job();
    if (!rules.drain().wanted()
        || job.isEmpty()
        || job.get().planned().isEmpty()
        || job.get().followed().isPresent() != job.get().storeFollows().isPresent()
        || snapshot.primaries().isEmpty()
        || !Settled.all(job.get().planned(), symptoms)) {
      return Optional.empty();
    }
    return Optional.of(new StoreDrain(snapshot, job.get(), rules));
  }

  /** Why hash slots stay on nodes without a subtask. */
  List<String> staying() {
    return List.copyOf(staying);
  }

  /** The plan, if hash slots may leave. */
  Optional<ChangePlan> plan(Map<EdgeId, PlacementMap> current) {
    if (moves.isEmpty()) {
      return Optional.empty();
    }
    MovePlan planned = moves.get();
    Set<String> left = nodes(planned.moves().stream().map(HashSlotMove::from).toList());
    DrainStore action =
        new DrainStore(
            List.copyOf(left),
            shares(planned.ownersAfter(layout), current),
            planned.moves(),
            primaries.addresses(planned.moves()));
    return Optional.of(new ChangePlan(reason(action), action));
  }

  /**
   * The owners of hash slots; and an empty member on each node of the job that has none of them,
   * where the store may go to such.
   */
  private StorePrimaries participants() {
    List<Primary> all = new ArrayList<>(snapshot.primaries());
    Set<String> nodes = new HashSet<>();
    all.forEach(primary -> nodes.add(snapshot.nodes().of(primary)));
    Set<String> addresses = new HashSet<>(new StorePrimaries(all).addresses());
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
    return new StorePrimaries(all);
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
    boolean early =
        !rules.drain().stabilizationWindow().isZero()
            && snapshot.at().isBefore(newest.plus(rules.drain().stabilizationWindow()));
    if (early) {
      staying.add(
          "the store leaves %s, where no subtask is, when all subtasks have run for %d s where they are (plans.drain.stabilizationWindow)"
              .formatted(
                  String.join(", ", apart), rules.drain().stabilizationWindow().toSeconds()));
    }
    return early;
  }

  private Optional<MovePlan> drained() {
    OptionalInt anybody =
        IntStream.range(0, layout.primaries().size())
            .filter(p -> layout.primaries().get(p).share() > 0)
            .findFirst();
    if (anybody.isEmpty()) {
      staying.add(
          "the store does not leave %s: no primary on a node with subtasks may gain hash slots"
              .formatted(String.join(", ", apart)));
      return Optional.empty();
    }
    BitSet leaving = leaving(anybody.getAsInt());
    if (leaving.isEmpty()) {
      return Optional.empty();
    }
    int[] wanted = job.followed().map(this::byKeyGroups).orElseGet(() -> balanced(leaving));
    for (int hashSlot = 0; hashSlot < wanted.length; hashSlot++) {
      wanted[hashSlot] = leaving.get(hashSlot) ? wanted[hashSlot] : StoreLayout.NOBODY;
    }
    FittedOwners fitted =
        FittedOwners.of(layout, StoreRoom.capacities(snapshot, primaries, rules.moves()), wanted);
    int left = left(fitted.owners(), leaving);
    if (left > 0) {
      staying.add(
          "the store does not leave %s: %d of %d hash slots there find no room on %s; %s; raise that, or give the job more nodes"
              .formatted(
                  String.join(", ", apart),
                  left,
                  leaving.cardinality(),
                  String.join(", ", parts.keySet()),
                  String.join("; ", fitted.reached())));
      return Optional.empty();
    }
    staying.addAll(fitted.reached());
    MoveOutcome outcome =
        HashSlotMovePlanner.follow(MoveRequest.of(layout, MoveConstraints.NONE), fitted.owners());
    return outcome instanceof MoveOutcome.Planned planned
        ? Optional.of(planned.plan().because(MoveReason.PRIMARY_LEAVES))
        : Optional.empty();
  }

  /**
   * The hash slots of nodes without a subtask that may go.
   *
   * @param anybody who may gain some
   */
  private BitSet leaving(int anybody) {
    int[] wanted = layout.owners();
    for (int hashSlot = 0; hashSlot < wanted.length; hashSlot++) {
      boolean leaves = apart.contains(layout.primaries().get(wanted[hashSlot]).node());
      wanted[hashSlot] = leaves ? anybody : StoreLayout.NOBODY;
    }
    staying.addAll(rules.moves().restrict(layout, primaries.addresses(), wanted));
    BitSet leaving = new BitSet();
    IntStream.range(0, wanted.length)
        .filter(hashSlot -> wanted[hashSlot] != StoreLayout.NOBODY)
        .forEach(leaving::set);
    return leaving;
  }

  private int[] byKeyGroups(StreamOperator operator) {
    List<String> nodes = Arrays.asList(new HashSlotHomes(snapshot).nodeOfSubtask(operator));
    return KeyedStreamOwners.of(layout, nodes, operator.maxParallelism());
  }

  /** What may not leave stays, and what is on the job's nodes already, too. */
  private int[] balanced(BitSet leaving) {
    BitSet fixed = (BitSet) leaving.clone();
    fixed.flip(0, HashSlot.COUNT);
    MoveRequest request = MoveRequest.of(layout, MoveConstraints.NONE.fixing(fixed)).orPartially();
    int[] after = layout.owners();
    for (double tolerance = MoveRequest.DEFAULT_TOLERANCE;
        left(after, leaving) > 0 && tolerance < WIDEST;
        tolerance *= WIDER) {
      MoveOutcome outcome = HashSlotMovePlanner.balance(request.within(tolerance));
      after =
          outcome instanceof MoveOutcome.Infeasible infeasible
              ? infeasible.partial().orElseThrow().ownersAfter(layout)
              : ((MoveOutcome.Planned) outcome).plan().ownersAfter(layout);
    }
    return after;
  }

  private int left(int[] after, BitSet leaving) {
    int[] owners = layout.owners();
    return (int) leaving.stream().filter(s -> after[s] == owners[s]).count();
  }

  private Set<String> nodes(List<String> ids) {
    return layout.primaries().stream()
        .filter(primary -> ids.contains(primary.id()))
        .map(primary -> primary.node())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private String reason(DrainStore action) {
    Set<String> hosting =
        snapshot.primaries().stream().map(snapshot.nodes()::of).collect(Collectors.toSet());
    List<String> reasons = new ArrayList<>();
    reasons.add(
        "%d of %d nodes with hash slots have no subtask: %s; %d hash slots go from %s to %s"
            .formatted(
                apart.size(),
                hosting.size(),
                String.join(", ", apart),
                action.movedHashSlots(),
                String.join(", ", action.nodes()),
                String.join(", ", nodes(action.moves().stream().map(HashSlotMove::to).toList()))));
    if (job.followed().isEmpty() && StoreLoad.of(snapshot).isPresent()) {
      reasons.add("shares are by the recent load of hash slots");
    }
    reasons.addAll(staying);
    return String.join("; ", reasons);
  }

  private List<AlignedShare> shares(int[] after, Map<EdgeId, PlacementMap> current) {
    List<AlignedShare> shares =
        new ArrayList<>(RoutableShares.of(snapshot, job, layout, after, current));
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
