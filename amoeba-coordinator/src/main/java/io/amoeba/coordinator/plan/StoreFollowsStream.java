package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.analyze.Symptom;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.Primary;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.plan.migration.ServerAddress;
import io.amoeba.coordinator.plan.moves.HashSlotMove;
import io.amoeba.coordinator.plan.moves.HashSlotMovePlanner;
import io.amoeba.coordinator.plan.moves.KeyedStreamOwners;
import io.amoeba.coordinator.plan.moves.MoveConstraints;
import io.amoeba.coordinator.plan.moves.MoveOutcome;
import io.amoeba.coordinator.plan.moves.MoveRequest;
import io.amoeba.coordinator.plan.moves.MoveRules;
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
 * no other one; it may be about to become a replica otherwise. Immutable. Source: dissertation
 * 5.2.2.
 *
 * @param plan empty if nothing may move
 * @param staying why hash slots stay that should move, if that is so
 */
record StoreFollowsStream(Optional<ChangePlan> plan, List<String> staying) {

  /** What follows from a snapshot; empty if nothing is to move or not enough is known. */
  static Optional<StoreFollowsStream> of(
      ClusterSnapshot snapshot, List<Symptom> symptoms, MoveRules rules) {
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
    int[] owners = owners(operator, homes, layout);
    List<String> staying =
        rules.restrict(
            layout, primaries.stream().map(StoreFollowsStream::address).toList(), owners);
    MoveOutcome outcome =
        HashSlotMovePlanner.follow(MoveRequest.of(layout, MoveConstraints.NONE), owners);
    if (!(outcome instanceof MoveOutcome.Planned planned)) {
      return Optional.empty(); // hash slots without a primary, which are a symptom
    }
    if (planned.plan().moves().isEmpty()) {
      return Optional.of(new StoreFollowsStream(Optional.empty(), staying));
    }
    int[] after = planned.plan().ownersAfter(layout);
    List<String> reason = new ArrayList<>(List.of(away.get().explain()));
    reason.addAll(staying);
    ChangePlan plan =
        new ChangePlan(
            String.join("; ", reason),
            new MoveHashSlots(
                operator.name(),
                planned.plan().moves(),
                addresses(primaries, planned.plan().moves()),
                alignedShare(operator, homes, layout, layout.owners()),
                alignedShare(operator, homes, layout, after)));
    return Optional.of(new StoreFollowsStream(Optional.of(plan), staying));
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
        addresses.put(primary.id(), address(primary));
      }
    }
    return addresses;
  }

  private static String address(Primary primary) {
    return new ServerAddress(primary.host(), primary.port()).toString();
  }

  private static boolean isEndOf(HashSlotMove move, String primary) {
    return move.from().equals(primary) || move.to().equals(primary);
  }
}
