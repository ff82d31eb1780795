package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.cluster.HashSlotLoad;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.HashSlots;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.plan.MoveRules;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.coordinator.plan.StoreRoom;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The primaries that take part in a plan of moves, in the order of its layout, and what is known of
 * them. Immutable.
 */
record StorePrimaries(ClusterSnapshot snapshot, List<Primary> all) {

  /** CPU time of the whole store in about the last minute; a store with less is idle. */
  private static final long IDLE_MICROS = 100_000;

  StorePrimaries {
    all = List.copyOf(all);
  }

  /**
   * By which load a store is balanced; one that idles is balanced by hash slots, since the little
   * that it does is chance.
   */
  static Optional<HashSlotLoad> load(ClusterSnapshot snapshot) {
    return snapshot.load().filter(load -> load.totalMicros() >= IDLE_MICROS);
  }

  /** By node with subtasks, its part (0 … 1) of all subtasks; of several operators the mean. */
  static Map<String, Double> parts(ClusterSnapshot snapshot, List<StreamOperator> operators) {
    Map<String, Double> parts = new TreeMap<>();
    for (StreamOperator operator : operators) {
      double part = 1.0 / operator.subtasks().size() / operators.size();
      for (Subtask subtask : operator.subtasks()) {
        parts.merge(snapshot.nodes().of(subtask), part, Double::sum);
      }
    }
    return parts;
  }

  /**
   * Who owns what.
   *
   * @param load by which it is to be balanced; empty: by hash slots
   * @param target changes what a primary is to own
   */
  StoreLayout layout(Optional<HashSlotLoad> load, UnaryOperator<TargetPrimary> target) {
    int[] owners = new int[HashSlot.COUNT];
    Arrays.fill(owners, StoreLayout.NOBODY);
    List<TargetPrimary> targets = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Primary primary = all.get(i);
      targets.add(target.apply(TargetPrimary.of(primary.id(), snapshot.nodes().of(primary))));
      for (HashSlotSpan span : primary.hashSlots()) {
        Arrays.fill(owners, span.from(), span.to() + 1, i);
      }
    }
    StoreLayout layout = new StoreLayout(targets, owners);
    return load.map(known -> layout.withLoad(known.micros())).orElse(layout);
  }

  /**
   * Gives each primary its share of its place's part, which the place's primaries have evenly.
   *
   * @param place of a primary, such as its node
   * @param parts by place, 0 … 1; of others 0
   */
  UnaryOperator<TargetPrimary> sharing(Function<Primary, String> place, Map<String, Double> parts) {
    Map<String, Long> perPlace =
        all.stream().collect(Collectors.groupingBy(place, Collectors.counting()));
    Map<String, Double> shares = new HashMap<>();
    for (Primary primary : all) {
      String own = place.apply(primary);
      shares.put(primary.id(), parts.getOrDefault(own, 0.0) / perPlace.getOrDefault(own, 1L));
    }
    return target -> target.withShare(shares.getOrDefault(target.id(), 0.0));
  }

  /** {@code host:port} of each, in their order. */
  List<String> addresses() {
    return all.stream().map(StorePrimaries::address).toList();
  }

  /** {@code host:port} by id of those that moves begin or end at. */
  Map<String, String> addresses(List<HashSlotMove> moves) {
    Set<String> ends =
        moves.stream()
            .flatMap(move -> Stream.of(move.from(), move.to()))
            .collect(Collectors.toSet());
    return all.stream()
        .filter(primary -> ends.contains(primary.id()))
        .collect(Collectors.toMap(Primary::id, StorePrimaries::address));
  }

  /** The owners that keep every capacity. */
  FittedOwners fitted(StoreLayout layout, MoveRules rules, int[] owners) {
    return FittedOwners.of(layout, StoreRoom.capacities(snapshot, all, rules), owners);
  }

  /**
   * Takes back what may not be, but for capacities.
   *
   * @param owners wanted for each hash slot, {@link StoreLayout#NOBODY}: stays; changed
   * @return why hash slots stay that were to move, for each reason
   */
  List<Problem> restrict(MoveRules rules, StoreLayout layout, int[] owners) {
    List<String> addresses = addresses();
    BitSet fixed = HashSlotSpan.bits(rules.fixedHashSlots());
    Map<Problem, BitSet> refused = new TreeMap<>(Comparator.comparing(Problem::text));
    for (int hashSlot = 0; hashSlot < owners.length; hashSlot++) {
      int owner = layout.owner(hashSlot);
      if (owners[hashSlot] == StoreLayout.NOBODY || owner == StoreLayout.NOBODY) {
        continue;
      }
      String from = layout.primaries().get(owner).node();
      String to = layout.primaries().get(owners[hashSlot]).node();
      Problem reason = null;
      if (fixed.get(hashSlot)) {
        reason = fixed("plans.moves.fixedHashSlots", "may not move");
      } else if (rules.fixedPrimaries().contains(addresses.get(owner))) {
        reason = fixed("plans.moves.fixedPrimaries", "may not leave " + addresses.get(owner));
      } else if (rules.fixedNodes().contains(from)) {
        reason = fixed("plans.moves.fixedNodes", "may not leave node " + from);
      } else if (rules.closedBy(to).isPresent()) {
        String setting = rules.closedBy(to).get();
        reason = Problem.note("NODE_FORBIDDEN", setting, "may not go to node " + to, "");
      }
      if (reason != null) {
        owners[hashSlot] = StoreLayout.NOBODY;
        refused.computeIfAbsent(reason, r -> new BitSet()).set(hashSlot);
      }
    }
    List<Problem> reasons = new ArrayList<>();
    refused.forEach(
        (reason, hashSlots) ->
            reasons.add(
                new Problem(
                    reason.code(),
                    reason.severity(),
                    reason.subject(),
                    HashSlots.sentence(hashSlots, reason.text(), reason.text()),
                    reason.remedy())));
    return reasons;
  }

  private static Problem fixed(String setting, String text) {
    return Problem.note("HASH_SLOTS_FIXED", setting, text, "");
  }

  /**
   * Of each operator behind a custom-partitioned exchange: the hash slots that are on the node of
   * their subtask, and those that are on a node with a subtask afterwards, so that routing can
   * align them.
   *
   * @param after owner of each hash slot, as an index of the layout's primaries
   * @param current maps in force
   */
  List<AlignedShare> routableShares(
      StreamJob job, StoreLayout layout, int[] after, Map<EdgeId, PlacementMap> current) {
    HashSlotHomes homes = new HashSlotHomes(snapshot);
    return job.aligned().stream()
        .map(
            operator ->
                new AlignedShare(
                    operator.name(),
                    homes.shareRouted(operator, current.get(new EdgeId(job.id(), operator.name()))),
                    hosted(operator, homes, layout, after)))
        .toList();
  }

  private static double hosted(
      StreamOperator operator, HashSlotHomes homes, StoreLayout layout, int[] after) {
    Set<String> nodes = homes.subtasksByNode(operator).keySet();
    long hosted =
        IntStream.of(after)
            .filter(owner -> nodes.contains(layout.primaries().get(owner).node()))
            .count();
    return (double) hosted / HashSlot.COUNT;
  }

  static String address(Primary primary) {
    return primary.address().toString();
  }
}
