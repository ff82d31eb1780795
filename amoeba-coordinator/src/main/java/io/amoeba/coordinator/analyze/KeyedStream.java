package io.amoeba.coordinator.analyze;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Finds what keeps the store from following a keyed stream. Stateless. */
final class KeyedStream {

  /** Share of remote requests that is normal right after moves. */
  private static final double REMOTE_SHARE_TOLERATED = 0.02;

  private KeyedStream() {}

  static void analyze(
      ClusterSnapshot snapshot, StreamJob job, HashSlotHomes homes, List<Symptom> symptoms) {
    if (job.storeFollows().isEmpty()) {
      return;
    }
    if (job.followed().isEmpty()) {
      symptoms.add(
          Symptoms.nothingToFollow(
              job.storeFollows().get(),
              job.operators().stream().map(StreamOperator::name).toList()));
      return;
    }
    StreamOperator operator = job.followed().get();
    if (!KeyGroups.areHashSlots(operator.maxParallelism())
        || operator.parallelism() > operator.maxParallelism()) {
      symptoms.add(Symptoms.keyGroupsNotHashSlots(operator.name(), operator.maxParallelism()));
    } else if (!operator.settled()) {
      symptoms.add(Symptoms.subtasksUnsettled(operator.name()));
    } else if (!snapshot.primaries().isEmpty()) {
      placement(snapshot, operator, homes, symptoms);
    }
  }

  private static void placement(
      ClusterSnapshot snapshot,
      StreamOperator operator,
      HashSlotHomes homes,
      List<Symptom> symptoms) {
    Set<String> storeNodes = storeNodes(snapshot);
    Set<String> streamNodes = homes.subtasksByNode(operator).keySet();
    Set<String> withoutSubtask = new TreeSet<>();
    Set<String> withoutPrimary = new TreeSet<>();
    String[] nodeOfKeyGroup = homes.nodeOfKeyGroup(operator);
    int staying = 0;
    int unhosted = 0;
    int away = 0;
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      String home = homes.nodeOf(hashSlot);
      String wanted = nodeOfKeyGroup[hashSlot];
      if (home == null || home.equals(wanted)) {
        continue;
      }
      if (!streamNodes.contains(home)) {
        withoutSubtask.add(home);
        staying++;
      } else if (!storeNodes.contains(wanted)) {
        withoutPrimary.add(wanted);
        unhosted++;
      } else {
        away++;
      }
    }
    if (staying > 0) {
      symptoms.add(
          Symptoms.hashSlotsWithoutSubtask(operator.name(), List.copyOf(withoutSubtask), staying));
    }
    if (unhosted > 0) {
      symptoms.add(
          Symptoms.keyGroupsWithoutPrimary(operator.name(), List.copyOf(withoutPrimary), unhosted));
    }
    if (away > 0) {
      symptoms.add(Symptoms.hashSlotsAwayFromStream(operator.name(), away));
    }
    double remote = 1 - snapshot.localHitRates().getOrDefault(operator.name(), 1.0);
    if (staying + unhosted + away == 0 && remote > REMOTE_SHARE_TOLERATED) {
      symptoms.add(Symptoms.requestsRemote(operator.name(), remote));
    }
  }

  private static Set<String> storeNodes(ClusterSnapshot snapshot) {
    Set<String> nodes = new HashSet<>();
    for (Primary primary : snapshot.primaries()) {
      nodes.add(snapshot.nodes().of(primary));
    }
    for (Primary primary : snapshot.emptyPrimaries()) {
      nodes.add(snapshot.nodes().of(primary));
    }
    return nodes;
  }
}
