package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.analyze.HashSlotHomes;
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
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.SymptomCode;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EqualMembers;
import io.amoeba.coordinator.plan.MoveRules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Plans the moves by which the store follows a keyed stream. Hash slots that are on the right node
 * stay on their primary, and so do those whose primary is on a node without a subtask: whoever put
 * them there did not do it for this stream, and {@link StoreDrain} moves them if that is wanted. A
 * primary without hash slots takes part if its node has no other one; it may be about to become a
 * replica otherwise. Stateless, safe for concurrent use. Source: dissertation 5.2.2.
 */
public final class StoreFollowsStream implements Change<MoveHashSlots> {

  @Override
  public Class<MoveHashSlots> action() {
    return MoveHashSlots.class;
  }

  @Override
  public Class<SlotProgress> progress() {
    return SlotProgress.class;
  }

  @Override
  public Optional<MoveSlotsOperation> operation(OperationContext context) {
    return Optional.of(MoveSlotsOperation.of(MoveHashSlots.KIND, context));
  }

  @Override
  public Optional<Wanted> wanted(ChangeSettings settings) {
    return settings.storeFollows()
        ? Optional.of(MoveSlotsOperation.wanted("flink.storeFollows", "set", Need.JOB))
        : Optional.empty();
  }

  @Override
  public Planned plan(PlanningInput input) {
    ClusterSnapshot snapshot = input.snapshot();
    Optional<StreamOperator> followed = snapshot.job().flatMap(StreamJob::followed);
    if (followed.isEmpty()) {
      return Planned.NOTHING;
    }
    StreamOperator operator = followed.get();
    Optional<Symptom> away =
        input.symptoms().stream()
            .filter(s -> s.is(SymptomCode.HASH_SLOTS_AWAY_FROM_STREAM, operator.name()))
            .findFirst();
    if (away.isEmpty() || input.symptoms().stream().anyMatch(s -> s.blocks(operator.name()))) {
      return Planned.NOTHING;
    }
    HashSlotHomes homes = new HashSlotHomes(snapshot);
    MoveRules rules = input.rules().moves();
    List<Problem> skipped = new ArrayList<>();
    StorePrimaries primaries = primaries(snapshot, skipped);
    StoreLayout layout = primaries.layout(Optional.empty(), target -> target);
    int[] owners = owners(operator, homes, layout);
    skipped.addAll(primaries.restrict(rules, layout, owners));
    FittedOwners fitted = primaries.fitted(layout, rules, owners);
    skipped.addAll(fitted.reached());
    Optional<MovePlan> moves =
        HashSlotMovePlanner.follow(MoveRequest.of(layout, MoveConstraints.NONE), fitted.owners())
            .complete();
    if (moves.isEmpty()) {
      return Planned.NOTHING; // hash slots without a primary, which are a symptom
    }
    MovePlan planned = moves.get();
    if (planned.moves().isEmpty()) {
      return Planned.skipped(skipped);
    }
    List<String> reason = new ArrayList<>(List.of(away.get().problem().statement()));
    if (!skipped.isEmpty()) {
      reason.add(Finding.statement(skipped));
    }
    MoveHashSlots action =
        new MoveHashSlots(
            operator.name(),
            planned.moves(),
            primaries.addresses(planned.moves()),
            alignedShare(operator, homes, layout, layout.owners()),
            alignedShare(operator, homes, layout, planned.ownersAfter(layout)));
    return ThirdPrimary.required(
        snapshot, Planned.of(new ChangePlan(String.join("; ", reason), action), skipped));
  }

  private static StorePrimaries primaries(ClusterSnapshot snapshot, List<Problem> unequal) {
    List<Primary> primaries = new ArrayList<>(snapshot.primaries());
    Set<String> nodes = new HashSet<>();
    primaries.forEach(primary -> nodes.add(snapshot.nodes().of(primary)));
    for (Primary empty : snapshot.emptyPrimaries()) {
      List<Problem> problems = EqualMembers.problems(empty);
      if (problems.isEmpty() && nodes.add(snapshot.nodes().of(empty))) {
        primaries.add(empty);
      }
      unequal.addAll(problems);
    }
    return new StorePrimaries(snapshot, primaries);
  }

  private static int[] owners(StreamOperator operator, HashSlotHomes homes, StoreLayout layout) {
    List<String> nodes = List.of(homes.nodeOfSubtask(operator));
    Set<String> ofStream = Set.copyOf(nodes);
    String[] wanted = homes.nodeOfKeyGroup(operator);
    int[] owners = KeyedStreamOwners.of(layout, nodes, operator.maxParallelism());
    for (int hashSlot = 0; hashSlot < owners.length; hashSlot++) {
      String home = homes.nodeOf(hashSlot);
      boolean stays = home == null || !ofStream.contains(home);
      if (stays || wanted[hashSlot].equals(home)) {
        owners[hashSlot] = StoreLayout.NOBODY;
      }
    }
    return owners;
  }

  /** Share of hash slots whose owner is on the node of the subtask with their key group. */
  static double alignedShare(
      StreamOperator operator, HashSlotHomes homes, StoreLayout layout, int[] owners) {
    String[] wanted = homes.nodeOfKeyGroup(operator);
    int aligned = 0;
    for (int hashSlot = 0; hashSlot < owners.length; hashSlot++) {
      int owner = owners[hashSlot];
      boolean there =
          owner != StoreLayout.NOBODY
              && layout.primaries().get(owner).node().equals(wanted[hashSlot]);
      aligned += there ? 1 : 0;
    }
    return (double) aligned / owners.length;
  }
}
