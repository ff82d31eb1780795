package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.HashSlotLoad;
import io.amoeba.coordinator.monitor.Primary;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.plan.moves.FittedOwners;
import io.amoeba.coordinator.plan.moves.HashSlotMovePlanner;
import io.amoeba.coordinator.plan.moves.MoveConstraints;
import io.amoeba.coordinator.plan.moves.MoveOutcome;
import io.amoeba.coordinator.plan.moves.MovePlan;
import io.amoeba.coordinator.plan.moves.MoveReason;
import io.amoeba.coordinator.plan.moves.MoveRequest;
import io.amoeba.coordinator.plan.moves.MoveRules;
import io.amoeba.coordinator.plan.moves.StoreLayout;
import io.amoeba.coordinator.plan.moves.TargetPrimary;
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
 * Which hash slots go to empty members on nodes of the job that have less than half of their part
 * of the store, so that aligned routing gives every subtask something to do. A node's part is that
 * of the subtasks; what is moved is the least that brings every node to its part: of the load where
 * the store tells it, of the hash slots otherwise. A smaller imbalance stays, since people may have
 * wanted it. Where the store follows a keyed stream, its key groups say what goes where. Immutable.
 * Source: dissertation 5.2.2, 5.4.5.
 */
final class StoreGrowth {

  /** Of a node's part of the store; with less it grows. */
  private static final double LITTLE = 0.5;

  private final ClusterSnapshot snapshot;
  private final Optional<HashSlotLoad> load;
  private final StreamJob job;

  /** Part (0 … 1) of the store by node with subtasks. */
  private final Map<String, Double> parts;

  private final Set<String> growing = new TreeSet<>();
  private final List<StartServers.Server> starting = new ArrayList<>();
  private final List<String> staying = new ArrayList<>();
  private final StorePrimaries primaries;
  private final StoreLayout layout;
  private final Optional<MovePlan> moves;

  private StoreGrowth(ClusterSnapshot snapshot, StreamJob job, PlanRules planRules) {
    MoveRules rules = planRules.moves();
    this.snapshot = snapshot;
    this.load = StoreLoad.of(snapshot);
    this.job = job;
    this.parts = NodeParts.of(snapshot, job.aligned());
    this.primaries = participants(planRules);
    UnaryOperator<TargetPrimary> sharing = primaries.sharing(snapshot, parts);
    this.layout =
        primaries.layout(
            snapshot,
            load,
            target -> {
              TargetPrimary own = sharing.apply(target);
              return rules.closedBy(target.node()).isPresent()
                  ? own.withCapacity(carriedBy(target.id()))
                  : own;
            });
    this.moves = growing.isEmpty() ? Optional.empty() : balanced(rules);
  }

  /** What follows from a snapshot; empty if nothing is to grow or not enough is known. */
  static Optional<StoreGrowth> of(
      ClusterSnapshot snapshot, List<Symptom> symptoms, PlanRules rules) {
    Optional<StreamJob> job = snapshot.job();
    if (job.isEmpty()
        || job.get().storeFollows().isPresent()
        || job.get().aligned().isEmpty()
        || snapshot.primaries().isEmpty()) {
      return Optional.empty();
    }
    if (!Settled.all(job.get().aligned(), symptoms)) {
      return Optional.empty();
    }
    return Optional.of(new StoreGrowth(snapshot, job.get(), rules));
  }

  /** Why the store does not grow where it should. */
  List<String> staying() {
    return List.copyOf(staying);
  }

  /** The start of servers on nodes that have none, if that is wanted. */
  Optional<ChangePlan> starts(Map<EdgeId, PlacementMap> current) {
    if (starting.isEmpty()) {
      return Optional.empty();
    }
    StartServers action =
        new StartServers(
            starting, RoutableShares.of(snapshot, job, layout, layout.owners(), current));
    return Optional.of(new ChangePlan(MissingServers.reason(action, parts.size()), action));
  }

  /** The plan, if any hash slot can go. */
  Optional<ChangePlan> plan(Map<EdgeId, PlacementMap> current) {
    if (moves.isEmpty() || moves.get().moves().isEmpty()) {
      return Optional.empty();
    }
    MovePlan planned = moves.get();
    return Optional.of(
        new ChangePlan(
            reason(),
            new GrowStore(
                List.copyOf(growing),
                RoutableShares.of(snapshot, job, layout, planned.ownersAfter(layout), current),
                planned.moves(),
                primaries.addresses(planned.moves()))));
  }

  /** The owners of hash slots, and an empty member on each node that has none of them. */
  private StorePrimaries participants(PlanRules planRules) {
    MoveRules rules = planRules.moves();
    List<Primary> all = new ArrayList<>(snapshot.primaries());
    Map<String, List<Primary>> owners =
        all.stream().collect(Collectors.groupingBy(snapshot.nodes()::of));
    Set<String> little = new TreeSet<>();
    parts.forEach(
        (node, part) -> {
          double may = Math.min(part, allowed(node, rules));
          if (share(owners.getOrDefault(node, List.of())) < LITTLE * may) {
            little.add(node);
          }
        });
    Set<String> apart = new TreeSet<>(owners.keySet());
    apart.removeAll(parts.keySet());
    if (!little.isEmpty() && !apart.isEmpty()) {
      staying.add(
          "the store does not grow to %s while primaries are on nodes without a subtask: %s"
              .formatted(String.join(", ", little), String.join(", ", apart)));
      return new StorePrimaries(all);
    }
    Set<String> addresses = new HashSet<>(new StorePrimaries(all).addresses());
    List<String> missing = new ArrayList<>();
    for (String node : little) {
      Optional<String> closed = rules.closedBy(node);
      if (closed.isPresent()) {
        staying.add("node %s may not gain hash slots (%s)".formatted(node, closed.get()));
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
          missing.add(node);
        } else {
          there.forEach(server -> staying.addAll(EqualMembers.problems(server)));
        }
      }
    }
    MissingServers servers =
        MissingServers.on(missing, snapshot, job.aligned(), planRules.growth());
    starting.addAll(servers.starting());
    staying.addAll(servers.staying());
    return new StorePrimaries(all);
  }

  /** Which part of the hash slots, 0 … 1, a node may own; a node that owns it does not grow. */
  private static double allowed(String node, MoveRules rules) {
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

  /** Of one primary, in the unit that is balanced. */
  private long carriedBy(String primary) {
    return primaries.all().stream()
        .filter(p -> p.id().equals(primary))
        .mapToLong(p -> load.map(known -> known.of(p)).orElse((long) p.hashSlotCount()))
        .sum();
  }

  private Optional<MovePlan> balanced(MoveRules rules) {
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
            .limitingNodes(load.isPresent() ? Map.of() : hashSlotsOfNodes(rules));
    MoveOutcome outcome =
        HashSlotMovePlanner.balance(MoveRequest.of(layout, constraints).orPartially());
    if (outcome instanceof MoveOutcome.Infeasible infeasible) {
      staying.addAll(infeasible.reasons());
      return infeasible.partial().map(plan -> fitted(plan, rules));
    }
    return Optional.of(fitted(((MoveOutcome.Planned) outcome).plan(), rules));
  }

  /** What the balance itself can respect, being in its unit. */
  private Map<String, Long> hashSlotsOfNodes(MoveRules rules) {
    Map<String, Long> most = new TreeMap<>();
    for (Primary primary : primaries.all()) {
      String node = snapshot.nodes().of(primary);
      rules.capacities().of(node).hashSlots().ifPresent(n -> most.put(node, (long) n));
    }
    return most;
  }

  /** The plan without what finds no room. */
  private MovePlan fitted(MovePlan plan, MoveRules rules) {
    int[] wanted = plan.ownersAfter(layout);
    FittedOwners fitted =
        FittedOwners.of(layout, StoreRoom.capacities(snapshot, primaries, rules), wanted);
    staying.addAll(fitted.reached());
    if (Arrays.equals(fitted.owners(), wanted)) {
      return plan;
    }
    MoveOutcome outcome =
        HashSlotMovePlanner.follow(MoveRequest.of(layout, MoveConstraints.NONE), fitted.owners());
    return outcome instanceof MoveOutcome.Planned planned
        ? planned.plan().because(MoveReason.ABOVE_TARGET)
        : plan;
  }

  private String reason() {
    int[] owners = layout.owners();
    List<String> nodes = new ArrayList<>();
    for (String node : growing) {
      int owned = 0;
      for (int owner : owners) {
        owned += layout.primaries().get(owner).node().equals(node) ? 1 : 0;
      }
      nodes.add(
          "%s has %d hash slots, its share is %d"
              .formatted(node, owned, Math.round(parts.getOrDefault(node, 0.0) * HashSlot.COUNT)));
    }
    List<String> reasons = new ArrayList<>();
    reasons.add(
        "the store has too little on %d of %d nodes with subtasks: %s"
            .formatted(growing.size(), parts.size(), String.join(", ", nodes)));
    load.ifPresent(known -> reasons.add("shares are by the recent load of hash slots"));
    reasons.addAll(staying);
    return String.join("; ", reasons);
  }
}
