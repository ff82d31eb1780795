package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.analyze.Symptom;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.Primary;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import io.amoeba.coordinator.plan.moves.HashSlotMovePlanner;
import io.amoeba.coordinator.plan.moves.KeyedStreamOwners;
import io.amoeba.coordinator.plan.moves.MoveConstraints;
import io.amoeba.coordinator.plan.moves.MoveOutcome;
import io.amoeba.coordinator.plan.moves.MoveRequest;
import io.amoeba.coordinator.plan.moves.StoreLayout;
import io.amoeba.coordinator.plan.moves.TargetPrimary;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Plans the moves by which the store follows a keyed stream. Hash slots that are on the right node
 * stay on their primary, and so do those whose primary is on a node without a subtask: whoever put
 * them there did not do it for this stream. A primary without hash slots takes part if its node has
 * no other one; it may be about to become a replica otherwise. Stateless. Source: dissertation
 * 5.2.2.
 */
final class StoreFollowsStream {

  private StoreFollowsStream() {}

  /** The plan, empty if there is nothing to move or not enough known. */
  static Optional<ChangePlan> plan(ClusterSnapshot snapshot, List<Symptom> symptoms) {
    Optional<StreamOperator> followed = snapshot.job().flatMap(StreamJob::followed);
    if (followed.isEmpty()) {
      return Optional.empty();
    }
    StreamOperator operator = followed.get();
    Optional<Symptom> away =
        symptoms.stream()
            .filter(
                symptom ->
                    symptom instanceof Symptom.HashSlotsAwayFromStream found
                        && found.operator().equals(operator.name()))
            .findFirst();
    if (away.isEmpty() || symptoms.stream().anyMatch(s -> s.blocks(operator.name()))) {
      return Optional.empty();
    }
    HashSlotHomes homes = new HashSlotHomes(snapshot);
    List<Primary> primaries = primaries(snapshot);
    StoreLayout layout = layout(snapshot, primaries);
    MoveOutcome outcome =
        HashSlotMovePlanner.follow(
            MoveRequest.of(layout, MoveConstraints.NONE), owners(operator, homes, layout));
    if (!(outcome instanceof MoveOutcome.Planned planned) || planned.plan().moves().isEmpty()) {
      return Optional.empty(); // hash slots without a primary, which are a symptom
    }
    int[] after = planned.plan().ownersAfter(layout);
    return Optional.of(
        new ChangePlan(
            away.get().explain(),
            new MoveHashSlots(
                operator.name(),
                planned.plan().moves(),
                addresses(primaries, planned.plan().moves()),
                alignedShare(operator, homes, layout, layout.owners()),
                alignedShare(operator, homes, layout, after))));
  }

  private static List<Primary> primaries(ClusterSnapshot snapshot) {
    List<Primary> primaries = new ArrayList<>(snapshot.primaries());
    Set<String> nodes = new HashSet<>();
    primaries.forEach(primary -> nodes.add(snapshot.nodes().of(primary)));
    for (Primary empty : snapshot.emptyPrimaries()) {
      if (nodes.add(snapshot.nodes().of(empty))) {
        primaries.add(empty);
      }
    }
    return primaries;
  }

  private static StoreLayout layout(ClusterSnapshot snapshot, List<Primary> primaries) {
    int[] owners = new int[HashSlot.COUNT];
    Arrays.fill(owners, StoreLayout.NOBODY);
    List<TargetPrimary> targets = new ArrayList<>();
    for (int i = 0; i < primaries.size(); i++) {
      Primary primary = primaries.get(i);
      targets.add(TargetPrimary.of(primary.id(), snapshot.nodes().of(primary)));
      for (HashSlotSpan span : primary.hashSlots()) {
        Arrays.fill(owners, span.from(), span.to() + 1, i);
      }
    }
    return new StoreLayout(targets, owners);
  }

  private static int[] owners(StreamOperator operator, HashSlotHomes homes, StoreLayout layout) {
    List<String> nodes = List.of(homes.nodeOfSubtask(operator));
    int[] owners = KeyedStreamOwners.of(layout, nodes, operator.maxParallelism());
    for (int hashSlot = 0; hashSlot < owners.length; hashSlot++) {
      String home = homes.nodeOf(hashSlot);
      boolean stays = home == null || !nodes.contains(home);
      if (stays || homes.nodeOfKeyGroup(operator, hashSlot).equals(home)) {
        owners[hashSlot] = StoreLayout.NOBODY;
      }
    }
    return owners;
  }

  private static double alignedShare(
      StreamOperator operator, HashSlotHomes homes, StoreLayout layout, int[] owners) {
    int aligned = 0;
    for (int hashSlot = 0; hashSlot < owners.length; hashSlot++) {
      aligned +=
          owners[hashSlot] != StoreLayout.NOBODY
                  && layout
                      .primaries()
                      .get(owners[hashSlot])
                      .node()
                      .equals(homes.nodeOfKeyGroup(operator, hashSlot))
              ? 1
              : 0;
    }
    return (double) aligned / owners.length;
  }

  private static Map<String, String> addresses(List<Primary> primaries, List<HashSlotMove> moves) {
    Map<String, String> addresses = new HashMap<>();
    for (Primary primary : primaries) {
      if (moves.stream().anyMatch(m -> isEndOf(m, primary.id()))) {
        addresses.put(primary.id(), primary.host() + ":" + primary.port());
      }
    }
    return addresses;
  }

  private static boolean isEndOf(HashSlotMove move, String primary) {
    return move.from().equals(primary) || move.to().equals(primary);
  }
}
