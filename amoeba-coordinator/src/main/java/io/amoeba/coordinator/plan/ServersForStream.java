package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.Primary;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Servers on nodes of a keyed stream that have none. The store follows the stream to them as soon
 * as they are empty members, so that this is all that its growth needs. Immutable.
 *
 * @param plan empty if none is to be started
 * @param staying what people have to do for nodes where none is started
 */
record ServersForStream(Optional<ChangePlan> plan, List<String> staying) {

  /** What follows from a snapshot; empty if no server is missing or not enough is known. */
  static Optional<ServersForStream> of(
      ClusterSnapshot snapshot, List<Symptom> symptoms, PlanRules rules) {
    Optional<StreamOperator> followed = snapshot.job().flatMap(StreamJob::followed);
    if (followed.isEmpty()
        || !rules.growth().wanted()
        || snapshot.primaries().isEmpty()
        || !Settled.all(List.of(followed.get()), symptoms)) {
      return Optional.empty();
    }
    HashSlotHomes homes = new HashSlotHomes(snapshot);
    Set<String> nodes = homes.subtasksByNode(followed.get()).keySet();
    Set<String> missing = new TreeSet<>(nodes);
    missing.removeIf(node -> rules.moves().closedBy(node).isPresent());
    for (Primary primary : snapshot.primaries()) {
      missing.remove(snapshot.nodes().of(primary));
    }
    for (Primary primary : snapshot.emptyPrimaries()) {
      missing.remove(snapshot.nodes().of(primary));
    }
    MissingServers found =
        MissingServers.on(missing, snapshot, List.of(followed.get()), rules.growth());
    if (found.starting().isEmpty()) {
      return Optional.of(new ServersForStream(Optional.empty(), found.staying()));
    }
    StartServers action = new StartServers(found.starting(), List.of(share(followed.get(), homes)));
    ChangePlan plan = new ChangePlan(MissingServers.reason(action, nodes.size()), action);
    return Optional.of(new ServersForStream(Optional.of(plan), found.staying()));
  }

  /** What the moves that follow can reach: hash slots on other nodes than the stream's stay. */
  private static AlignedShare share(StreamOperator operator, HashSlotHomes homes) {
    return new AlignedShare(
        operator.name(),
        homes.shareAtKeyGroup(operator),
        homes.shareOn(homes.subtasksByNode(operator).keySet()));
  }
}
