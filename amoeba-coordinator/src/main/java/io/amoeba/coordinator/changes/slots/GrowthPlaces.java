package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.changes.PlanningInput;
import io.amoeba.coordinator.cluster.HashSlotLoad;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.plan.EqualMembers;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The places that divide the store, and which of them have too little or too much of it: nodes of
 * the job, each with the part of its subtasks; or, without a job, servers with equal parts.
 * Immutable.
 *
 * @param servers whether the places are servers
 * @param parts of the store (0 … 1) by place: the name of a node, or {@code host:port} of a server
 */
record GrowthPlaces(
    ClusterSnapshot snapshot,
    MoveRules rules,
    GrowthSettings growth,
    Optional<HashSlotLoad> load,
    boolean servers,
    Map<String, Double> parts) {

  /** Of a place's part of the store; with less it grows. */
  private static final double LITTLE = 0.5;

  /** Of a server's part of the store; with more it gives hash slots away. */
  private static final double MUCH = 1.5;

  /**
   * The primaries among which hash slots are balanced. Immutable.
   *
   * @param growing places with too little, which get hash slots
   * @param crowded places with too much
   * @param skipped why other places with too little get none
   */
  record Participants(
      StorePrimaries primaries, Set<String> growing, Set<String> crowded, List<Problem> skipped) {

    /** The places with too little or too much. */
    Set<String> uneven() {
      Set<String> uneven = new TreeSet<>(growing);
      uneven.addAll(crowded);
      return uneven;
    }
  }

  /** The nodes with subtasks of some operators. */
  static GrowthPlaces ofJob(PlanningInput input, List<StreamOperator> operators) {
    return made(input, false, StorePrimaries.parts(input.snapshot(), operators));
  }

  /** All servers that may own hash slots. Those that may not gain any keep what they have. */
  static GrowthPlaces withoutJob(PlanningInput input) {
    Map<String, Double> parts = new TreeMap<>();
    Set<String> open = new TreeSet<>();
    double divided = 1;
    for (Primary primary : input.snapshot().primaries()) {
      String server = StorePrimaries.address(primary);
      if (isClosed(primary, input)) {
        double kept = (double) primary.hashSlotCount() / HashSlot.COUNT;
        parts.put(server, kept);
        divided -= kept;
      } else {
        open.add(server);
      }
    }
    for (Primary empty : input.snapshot().emptyPrimaries()) {
      if (!isClosed(empty, input) && EqualMembers.problems(empty).isEmpty()) {
        open.add(StorePrimaries.address(empty));
      }
    }
    for (String server : open) {
      parts.put(server, divided / open.size());
    }
    return made(input, true, parts);
  }

  private static GrowthPlaces made(
      PlanningInput input, boolean servers, Map<String, Double> parts) {
    return new GrowthPlaces(
        input.snapshot(),
        input.rules().moves(),
        input.rules().growth(),
        StorePrimaries.load(input.snapshot()),
        servers,
        parts);
  }

  private static boolean isClosed(Primary primary, PlanningInput input) {
    String node = input.snapshot().nodes().of(primary);
    return input.rules().moves().closedBy(node).isPresent();
  }

  /** The place of a primary. */
  String of(Primary primary) {
    return servers ? StorePrimaries.address(primary) : snapshot.nodes().of(primary);
  }

  /** The owners of hash slots, and an empty member at each place that has none of them. */
  Participants participants() {
    List<Primary> all = new ArrayList<>(snapshot.primaries());
    Map<String, List<Primary>> owners = all.stream().collect(Collectors.groupingBy(this::of));
    Set<String> little = little(owners);
    Set<String> apart = new TreeSet<>(owners.keySet());
    apart.removeAll(parts.keySet());
    if (!little.isEmpty() && !apart.isEmpty()) {
      return new Participants(
          new StorePrimaries(snapshot, all), Set.of(), Set.of(), List.of(waits(little, apart)));
    }
    Set<String> addresses = new HashSet<>(new StorePrimaries(snapshot, all).addresses());
    Set<String> growing = new TreeSet<>();
    List<Problem> skipped = new ArrayList<>();
    for (String place : little) {
      Optional<String> closed = servers ? Optional.empty() : rules.closedBy(place);
      if (closed.isPresent()) {
        skipped.add(
            Problem.note(
                "NODE_FORBIDDEN",
                closed.get(),
                "node %s may not gain hash slots".formatted(place),
                ""));
      } else if (owners.containsKey(place)) {
        growing.add(place);
      } else {
        List<Primary> there =
            snapshot.emptyPrimaries().stream()
                .filter(p -> of(p).equals(place))
                .filter(p -> !addresses.contains(StorePrimaries.address(p)))
                .toList();
        Optional<Primary> given =
            there.stream().filter(p -> EqualMembers.problems(p).isEmpty()).findFirst();
        if (given.isPresent()) {
          all.add(given.get());
          growing.add(place);
        } else if (there.isEmpty()) {
          growth.closedTo(place).ifPresent(skipped::add);
        } else {
          there.forEach(server -> skipped.addAll(EqualMembers.problems(server)));
        }
      }
    }
    if (servers) {
      snapshot.emptyPrimaries().forEach(server -> skipped.addAll(EqualMembers.problems(server)));
    }
    return new Participants(
        new StorePrimaries(snapshot, all), growing, servers ? crowded(owners) : Set.of(), skipped);
  }

  private static Problem waits(Set<String> little, Set<String> apart) {
    return Problem.warning(
        "GROWTH_WAITS",
        "plans.growth",
        "the store does not grow to %s while primaries are on nodes without a subtask: %s"
            .formatted(String.join(", ", little), String.join(", ", apart)),
        "Let plans.migrations or plans.drain move them, or run subtasks there.");
  }

  private Set<String> little(Map<String, List<Primary>> owners) {
    Set<String> little = new TreeSet<>();
    Map<String, String> nodes = servers ? nodesOfServers() : Map.of();
    parts.forEach(
        (place, part) -> {
          List<Primary> own = owners.getOrDefault(place, List.of());
          // One that has its part in either way has not too little: hot hash slots are few.
          double has = Math.max(shareOfHashSlots(own), shareOfLoad(own));
          if (has < LITTLE * Math.min(part, allowed(nodes.getOrDefault(place, place)))) {
            little.add(place);
          }
        });
    return little;
  }

  private Set<String> crowded(Map<String, List<Primary>> owners) {
    Set<String> crowded = new TreeSet<>();
    owners.forEach(
        (place, own) -> {
          double has = load.isPresent() ? shareOfLoad(own) : shareOfHashSlots(own);
          if (has > MUCH * parts.getOrDefault(place, 0.0)) {
            crowded.add(place);
          }
        });
    return crowded;
  }

  /** Which part of the hash slots, 0 … 1, a node may own; a place that owns it does not grow. */
  private double allowed(String node) {
    OptionalInt most = rules.capacities().of(node).hashSlots();
    return most.isPresent() ? (double) most.getAsInt() / HashSlot.COUNT : 1;
  }

  /** The node of each server, by its address. */
  private Map<String, String> nodesOfServers() {
    Map<String, String> nodes = new HashMap<>();
    Stream.concat(snapshot.primaries().stream(), snapshot.emptyPrimaries().stream())
        .forEach(
            primary ->
                nodes.putIfAbsent(StorePrimaries.address(primary), snapshot.nodes().of(primary)));
    return nodes;
  }

  private static double shareOfHashSlots(List<Primary> owners) {
    double hashSlots = owners.stream().mapToInt(Primary::hashSlotCount).sum();
    return hashSlots / HashSlot.COUNT;
  }

  private double shareOfLoad(List<Primary> owners) {
    return load.map(
            known -> (double) owners.stream().mapToLong(known::of).sum() / known.totalMicros())
        .orElse(0.0);
  }
}
