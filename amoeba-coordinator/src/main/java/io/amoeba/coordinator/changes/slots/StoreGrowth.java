package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.changes.Change;
import io.amoeba.coordinator.changes.ChangeSettings;
import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.changes.OperationContext;
import io.amoeba.coordinator.changes.Planned;
import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.changes.Wanted;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.HashSlotLoad;
import io.amoeba.coordinator.monitor.Primary;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EqualMembers;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.plan.Settled;
import io.amoeba.coordinator.plan.StoreRoom;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Plans hash slots for empty members on nodes of the job that have less than half of their part of
 * the store, so that aligned routing gives every subtask something to do. A node's part is that of
 * the subtasks; what is moved is the least that brings every node to its part: of the load where
 * the store tells it, of the hash slots otherwise. A smaller imbalance stays, since people may have
 * wanted it. Where the store follows a keyed stream, its key groups say what goes where. Stateless,
 * safe for concurrent use. Source: dissertation 5.2.2, 5.4.5.
 */
public final class StoreGrowth implements Change<GrowStore> {

  /** Of a node's part of the store; with less it grows. */
  private static final double LITTLE = 0.5;

  @Override
  public Class<GrowStore> action() {
    return GrowStore.class;
  }

  @Override
  public Class<SlotProgress> progress() {
    return SlotProgress.class;
  }

  @Override
  public Optional<MoveSlotsOperation> operation(OperationContext context) {
    return Optional.of(MoveSlotsOperation.of(GrowStore.KIND, context));
  }

  @Override
  public Optional<Wanted> wanted(ChangeSettings settings) {
    GrowthSettings growth = settings.rules().growth();
    return growth.wanted()
        ? Optional.of(
            MoveSlotsOperation.wanted(GrowthSettings.SETTING, growth.servers(), Need.LOAD))
        : Optional.empty();
  }

  @Override
  public Planned plan(PlanningInput input) {
    Optional<StreamJob> job = input.snapshot().job();
    if (!input.rules().growth().wanted()
        || job.isEmpty()
        || job.get().storeFollows().isPresent()
        || job.get().aligned().isEmpty()
        || input.snapshot().primaries().isEmpty()
        || !Settled.all(job.get().aligned(), input.symptoms())) {
      return Planned.NOTHING;
    }
    Growth growth =
        new Growth(
            input.snapshot(),
            job.get(),
            input.rules().moves(),
            input.rules().growth(),
            StoreLoad.of(input.snapshot()),
            NodeParts.of(input.snapshot(), job.get().aligned()));
    return ThirdPrimary.required(input.snapshot(), growth.planned(input.placements()));
  }

  /**
   * The primaries among which hash slots are balanced. Immutable.
   *
   * @param growing nodes that get hash slots
   * @param skipped why other nodes with too little do not
   */
  private record Participants(
      StorePrimaries primaries, Set<String> growing, List<Problem> skipped) {}

  /**
   * What growth is planned from. Immutable.
   *
   * @param parts of the store (0 … 1) by node with subtasks
   */
  private record Growth(
      ClusterSnapshot snapshot,
      StreamJob job,
      MoveRules rules,
      GrowthSettings growth,
      Optional<HashSlotLoad> load,
      Map<String, Double> parts) {

    Planned planned(Map<EdgeId, PlacementMap> current) {
      Participants participants = participants();
      List<Problem> skipped = new ArrayList<>(participants.skipped);
      if (participants.growing.isEmpty()) {
        return Planned.skipped(skipped);
      }
      StorePrimaries primaries = participants.primaries;
      StoreLayout layout = layout(primaries);
      Optional<MovePlan> moves = balanced(primaries, layout, skipped);
      if (moves.isEmpty() || moves.get().moves().isEmpty()) {
        return Planned.skipped(skipped);
      }
      MovePlan planned = moves.get();
      GrowStore action =
          new GrowStore(
              List.copyOf(participants.growing),
              RoutableShares.of(snapshot, job, layout, planned.ownersAfter(layout), current),
              planned.moves(),
              primaries.addresses(planned.moves()));
      String reason = reason(participants.growing, layout, skipped);
      return Planned.of(new ChangePlan(reason, action), skipped);
    }

    /** The owners of hash slots, and an empty member on each node that has none of them. */
    private Participants participants() {
      List<Primary> all = new ArrayList<>(snapshot.primaries());
      Map<String, List<Primary>> owners =
          all.stream().collect(Collectors.groupingBy(snapshot.nodes()::of));
      Set<String> little = new TreeSet<>();
      parts.forEach(
          (node, part) -> {
            double may = Math.min(part, allowed(node));
            if (share(owners.getOrDefault(node, List.of())) < LITTLE * may) {
              little.add(node);
            }
          });
      Set<String> apart = new TreeSet<>(owners.keySet());
      apart.removeAll(parts.keySet());
      if (!little.isEmpty() && !apart.isEmpty()) {
        return new Participants(
            new StorePrimaries(all),
            Set.of(),
            List.of(
                Problem.warning(
                    "GROWTH_WAITS",
                    "plans.growth",
                    "the store does not grow to %s while primaries are on nodes without a subtask: %s"
                        .formatted(String.join(", ", little), String.join(", ", apart)),
                    "Let plans.migrations or plans.drain move them, or run subtasks there.")));
      }
      Set<String> addresses = new HashSet<>(new StorePrimaries(all).addresses());
      Set<String> growing = new TreeSet<>();
      List<Problem> skipped = new ArrayList<>();
      for (String node : little) {
        Optional<String> closed = rules.closedBy(node);
        if (closed.isPresent()) {
          skipped.add(
              Problem.note(
                  "NODE_FORBIDDEN",
                  closed.get(),
                  "node %s may not gain hash slots".formatted(node),
                  ""));
        } else if (owners.containsKey(node)) {
          growing.add(node);
        } else {
          List<Primary> there =
              snapshot.emptyPrimaries().stream()
                  .filter(p -> snapshot.nodes().of(p).equals(node))
                  .filter(p -> !addresses.contains(StorePrimaries.address(p)))
                  .toList();
          Optional<Primary> given =
              there.stream().filter(p -> EqualMembers.problems(p).isEmpty()).findFirst();
          if (given.isPresent()) {
            all.add(given.get());
            growing.add(node);
          } else if (there.isEmpty()) {
            growth.closedTo(node).ifPresent(skipped::add);
          } else {
            there.forEach(server -> skipped.addAll(EqualMembers.problems(server)));
          }
        }
      }
      return new Participants(new StorePrimaries(all), growing, skipped);
    }

    /** Which part of the hash slots, 0 … 1, a node may own; a node that owns it does not grow. */
    private double allowed(String node) {
      OptionalInt most = rules.capacities().of(node).hashSlots();
      return most.isPresent() ? (double) most.getAsInt() / HashSlot.COUNT : 1;
    }

    /** How much of the whole store some primaries have, 0 … 1. */
    private double share(List<Primary> owners) {
      double hashSlots = owners.stream().mapToInt(Primary::hashSlotCount).sum();
      double byCount = hashSlots / HashSlot.COUNT;
      // One that has its part in either way has not too little: hot hash slots are few.
      return load.map(
              known ->
                  Math.max(
                      byCount,
                      (double) owners.stream().mapToLong(known::of).sum() / known.totalMicros()))
          .orElse(byCount);
    }

    private StoreLayout layout(StorePrimaries primaries) {
      UnaryOperator<TargetPrimary> sharing = primaries.sharing(snapshot, parts);
      return primaries.layout(
          snapshot,
          load,
          target -> {
            TargetPrimary own = sharing.apply(target);
            return rules.closedBy(target.node()).isPresent()
                ? own.withCapacity(carriedBy(target.id(), primaries))
                : own;
          });
    }

    /** Of one primary, in the unit that is balanced. */
    private long carriedBy(String primary, StorePrimaries primaries) {
      return primaries.all().stream()
          .filter(p -> p.id().equals(primary))
          .mapToLong(p -> load.map(known -> known.of(p)).orElse((long) p.hashSlotCount()))
          .sum();
    }

    /**
     * The moves.
     *
     * @param skipped gets why hash slots stay
     */
    private Optional<MovePlan> balanced(
        StorePrimaries primaries, StoreLayout layout, List<Problem> skipped) {
      Set<String> fixed = new HashSet<>();
      for (Primary primary : primaries.all()) {
        if (rules.fixedPrimaries().contains(StorePrimaries.address(primary))
            || rules.fixedNodes().contains(snapshot.nodes().of(primary))) {
          fixed.add(primary.id());
        }
      }
      MoveConstraints constraints =
          MoveConstraints.NONE
              .fixing(rules.fixedHashSlots())
              .fixingPrimaries(fixed)
              .limitingNodes(load.isPresent() ? Map.of() : hashSlotsOfNodes(primaries));
      MoveOutcome outcome =
          HashSlotMovePlanner.balance(MoveRequest.of(layout, constraints).orPartially());
      skipped.addAll(outcome.reasons());
      return outcome.best().map(plan -> fitted(plan, primaries, layout, skipped));
    }

    /** What the balance itself can respect, being in its unit. */
    private Map<String, Long> hashSlotsOfNodes(StorePrimaries primaries) {
      Map<String, Long> most = new TreeMap<>();
      for (Primary primary : primaries.all()) {
        String node = snapshot.nodes().of(primary);
        rules.capacities().of(node).hashSlots().ifPresent(n -> most.put(node, (long) n));
      }
      return most;
    }

    /** The plan without what finds no room. */
    private MovePlan fitted(
        MovePlan plan, StorePrimaries primaries, StoreLayout layout, List<Problem> skipped) {
      int[] wanted = plan.ownersAfter(layout);
      FittedOwners fitted =
          FittedOwners.of(layout, StoreRoom.capacities(snapshot, primaries.all(), rules), wanted);
      skipped.addAll(fitted.reached());
      if (Arrays.equals(fitted.owners(), wanted)) {
        return plan;
      }
      return HashSlotMovePlanner.follow(
              MoveRequest.of(layout, MoveConstraints.NONE), fitted.owners())
          .complete()
          .map(planned -> planned.because(MoveReason.ABOVE_TARGET))
          .orElse(plan);
    }

    private String reason(Set<String> growing, StoreLayout layout, List<Problem> skipped) {
      int[] owners = layout.owners();
      List<String> nodes = new ArrayList<>();
      for (String node : growing) {
        int owned = 0;
        for (int owner : owners) {
          owned += layout.primaries().get(owner).node().equals(node) ? 1 : 0;
        }
        nodes.add(
            "%s has %d hash slots, its share is %d"
                .formatted(
                    node, owned, Math.round(parts.getOrDefault(node, 0.0) * HashSlot.COUNT)));
      }
      List<String> reasons = new ArrayList<>();
      reasons.add(
          "the store has too little on %d of %d nodes with subtasks: %s"
              .formatted(growing.size(), parts.size(), String.join(", ", nodes)));
      load.ifPresent(known -> reasons.add("shares are by the recent load of hash slots"));
      if (!skipped.isEmpty()) {
        reasons.add(Finding.statement(skipped));
      }
      return String.join("; ", reasons);
    }
  }
}
