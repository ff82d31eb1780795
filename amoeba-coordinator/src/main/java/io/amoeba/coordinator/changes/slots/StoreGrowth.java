package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.changes.Change;
import io.amoeba.coordinator.changes.ChangeSettings;
import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.changes.OperationContext;
import io.amoeba.coordinator.changes.Planned;
import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.changes.Wanted;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.plan.Settled;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Plans hash slots for empty members on nodes of the job that have less than half of their part of
 * the store, so that aligned routing gives every subtask something to do. A node's part is that of
 * the subtasks; what is moved is the least that brings every node to its part: of the load where
 * the store tells it, of the hash slots otherwise. A smaller imbalance stays, since people may have
 * wanted it. Where the store follows a keyed stream, its key groups say what goes where. Without a
 * job every server has the same part, and one with much more gives some away. Stateless, safe for
 * concurrent use. Source: dissertation 5.2.2, 5.4.5.
 */
public final class StoreGrowth implements Change<GrowStore> {

  private static final String ANY_OPERATOR = "";

  /** Of a server's share; with less relief than that, hash slots stay where no job needs them. */
  private static final double LEAST_RELIEF = 0.25;

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
    ClusterSnapshot snapshot = input.snapshot();
    if (!input.rules().growth().wanted() || snapshot.primaries().isEmpty()) {
      return Planned.NOTHING;
    }
    Optional<GrowthPlaces> places =
        snapshot.isStoreAlone()
            ? Optional.of(input).filter(StoreGrowth::isCertain).map(GrowthPlaces::withoutJob)
            : snapshot
                .job()
                .map(StreamJob::aligned)
                .filter(operators -> isCertain(operators, input))
                .map(operators -> GrowthPlaces.ofJob(input, operators));
    return places
        .map(found -> new Growth(snapshot, input.rules().moves(), found))
        .map(growth -> ThirdPrimary.required(snapshot, growth.planned(input.placements())))
        .orElse(Planned.NOTHING);
  }

  private static boolean isCertain(PlanningInput input) {
    return input.symptoms().stream()
        .noneMatch(s -> s.blocks(ANY_OPERATOR) || s.is(SymptomCode.HASH_SLOTS_UNCOVERED));
  }

  private static boolean isCertain(List<StreamOperator> operators, PlanningInput input) {
    return !operators.isEmpty()
        && input.snapshot().job().flatMap(StreamJob::storeFollows).isEmpty()
        && Settled.all(operators, input.symptoms());
  }

  /** What growth is planned from. Immutable. */
  private record Growth(ClusterSnapshot snapshot, MoveRules rules, GrowthPlaces places) {

    Planned planned(Map<EdgeId, PlacementMap> current) {
      GrowthPlaces.Participants participants = places.participants();
      List<Problem> skipped = new ArrayList<>(participants.skipped());
      if (participants.uneven().isEmpty()) {
        return Planned.skipped(skipped);
      }
      StorePrimaries primaries = participants.primaries();
      StoreLayout layout = layout(primaries);
      MovePlan planned = balanced(primaries, layout, skipped);
      if (planned.moves().isEmpty()) {
        return Planned.skipped(skipped);
      }
      int[] after = planned.ownersAfter(layout);
      if (participants.growing().isEmpty() && relief(layout, after) < LEAST_RELIEF) {
        return Planned.skipped(skipped);
      }
      GrowStore action =
          new GrowStore(
              places.servers() ? takers(planned, layout) : List.copyOf(participants.growing()),
              snapshot
                  .job()
                  .map(job -> primaries.routableShares(job, layout, after, current))
                  .orElse(List.of()),
              planned.moves(),
              primaries.addresses(planned.moves()));
      String reason = reason(participants, skipped);
      return Planned.of(new ChangePlan(reason, action), skipped);
    }

    /** Nodes that get hash slots. */
    private static List<String> takers(MovePlan planned, StoreLayout layout) {
      Set<String> takers = new HashSet<>();
      planned.moves().forEach(move -> takers.add(move.to()));
      return layout.primaries().stream()
          .filter(primary -> takers.contains(primary.id()))
          .map(TargetPrimary::node)
          .distinct()
          .sorted()
          .toList();
    }

    /**
     * By how much of its share the primary that is the furthest from it comes nearer. Load wavers,
     * and moves that hardly relieve anybody would be planned again and again.
     */
    private static double relief(StoreLayout layout, int[] after) {
      return farthest(layout, layout.owners()) - farthest(layout, after);
    }

    private static double farthest(StoreLayout layout, int[] owners) {
      long[] weights = layout.weights();
      double[] owned = new double[layout.primaries().size()];
      double all = 0;
      for (int hashSlot = 0; hashSlot < owners.length; hashSlot++) {
        if (owners[hashSlot] != StoreLayout.NOBODY) {
          owned[owners[hashSlot]] += weights[hashSlot];
          all += weights[hashSlot];
        }
      }
      double farthest = 0;
      for (int primary = 0; primary < owned.length; primary++) {
        double target = layout.primaries().get(primary).share() * all;
        farthest =
            target > 0 ? Math.max(farthest, Math.abs(owned[primary] / target - 1)) : farthest;
      }
      return farthest;
    }

    private StoreLayout layout(StorePrimaries primaries) {
      UnaryOperator<TargetPrimary> sharing = primaries.sharing(places::of, places.parts());
      return primaries.layout(
          places.load(),
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
          .mapToLong(p -> places.load().map(known -> known.of(p)).orElse((long) p.hashSlotCount()))
          .sum();
    }

    /**
     * The moves.
     *
     * @param skipped gets why hash slots stay
     */
    private MovePlan balanced(StorePrimaries primaries, StoreLayout layout, List<Problem> skipped) {
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
              .limitingNodes(places.load().isPresent() ? Map.of() : hashSlotsOfNodes(primaries));
      MovePlan plan = HashSlotMovePlanner.balance(MoveRequest.of(layout, constraints));
      skipped.addAll(plan.reasons());
      return fitted(plan, primaries, layout, skipped);
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
      FittedOwners fitted = primaries.fitted(layout, rules, wanted);
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

    private String reason(GrowthPlaces.Participants participants, List<Problem> skipped) {
      List<String> texts = new ArrayList<>();
      for (String place : participants.uneven()) {
        int owned =
            participants.primaries().all().stream()
                .filter(primary -> places.of(primary).equals(place))
                .mapToInt(Primary::hashSlotCount)
                .sum();
        texts.add(
            "%s has %d hash slots, its share is %d"
                .formatted(
                    place,
                    owned,
                    Math.round(places.parts().getOrDefault(place, 0.0) * HashSlot.COUNT)));
      }
      List<String> reasons = new ArrayList<>();
      reasons.add(
          "%s on %d of %d %s: %s"
              .formatted(
                  places.servers() ? "the store is uneven" : "the store has too little",
                  texts.size(),
                  places.parts().size(),
                  places.servers() ? "primaries" : "nodes with subtasks",
                  String.join(", ", texts)));
      places.load().ifPresent(known -> reasons.add("shares are by the recent load of hash slots"));
      if (!skipped.isEmpty()) {
        reasons.add(Finding.statement(skipped));
      }
      return String.join("; ", reasons);
    }
  }
}
