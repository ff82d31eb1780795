package io.amoeba.coordinator.analyze;

import io.amoeba.coordinator.cluster.DisownedHashSlots;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.text.PrintableText;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds what is wrong in a snapshot. Stateless, safe for concurrent use. */
public final class Analyzer {

  /** Share of remote requests that is normal right after a switch and during store moves. */
  private static final double REMOTE_SHARE_TOLERATED = 0.02;

  private Analyzer() {}

  /** Symptoms, the general ones first. */
  public static List<Symptom> analyze(ClusterSnapshot snapshot) {
    List<Symptom> symptoms = new ArrayList<>();
    if (snapshot.store() instanceof StoreView.Unreachable lost) {
      symptoms.add(Symptoms.redisUnreachable(lost.reason(), !snapshot.isStoreAlone()));
    }
    if (snapshot.stream() instanceof StreamView.Unreachable lost) {
      symptoms.add(Symptoms.flinkUnreachable(lost.reason()));
    } else if (snapshot.stream() instanceof StreamView.Missing missing) {
      symptoms.add(Symptoms.jobMissing(missing.wanted(), missing.running()));
    } else if (snapshot.stream() instanceof StreamView.Ambiguous ambiguous) {
      symptoms.add(Symptoms.jobAmbiguous(ambiguous.wanted(), ambiguous.running()));
    }
    snapshot
        .refusedHosts()
        .forEach(refused -> symptoms.add(Symptoms.hostUnusable(refused.source(), refused.host())));
    reports(snapshot, symptoms);
    HashSlotHomes homes = new HashSlotHomes(snapshot);
    boolean storeKnown = snapshot.store() instanceof StoreView.Found;
    if (storeKnown && homes.uncovered() > 0) {
      symptoms.add(Symptoms.hashSlotsUncovered(homes.uncovered()));
    }
    if (snapshot.store() instanceof StoreView.Found found) {
      found
          .disowned()
          .forEach(
              disowned ->
                  symptoms.add(
                      Symptoms.hashSlotsUnserved(disowned.text(), DisownedHashSlots.REMEDY)));
    }
    ShardUpkeep.analyze(snapshot.primaries(), symptoms);
    snapshot.job().ifPresent(job -> job(snapshot, job, homes, storeKnown, symptoms));
    return List.copyOf(symptoms);
  }

  private static void job(
      ClusterSnapshot snapshot,
      StreamJob job,
      HashSlotHomes homes,
      boolean storeKnown,
      List<Symptom> symptoms) {
    boolean routed = !job.aligned().isEmpty();
    if (routed && job.unalignedCheckpoints() && UnalignedCheckpoints.loseRecords(job.version())) {
      symptoms.add(Symptoms.unalignedCheckpointsUnsafe(job.name(), job.version()));
    }
    if (!routed && job.storeFollows().isEmpty()) {
      symptoms.add(Symptoms.nothingToAlign(job.name()));
    }
    KeyedStream.analyze(snapshot, job, homes, symptoms);
    for (StreamOperator operator : job.aligned()) {
      EdgeId edge = new EdgeId(job.id(), operator.name());
      if (operator.name().indexOf(PrintableText.REPLACEMENT) >= 0) {
        symptoms.add(Symptoms.operatorNameUnprintable(operator.name()));
      }
      if (!operator.settled()) {
        symptoms.add(Symptoms.subtasksUnsettled(operator.name()));
      }
      if (!isReported(snapshot, edge)) {
        symptoms.add(Symptoms.reportsMissing(operator.name()));
      }
      if (storeKnown && operator.settled()) {
        placement(snapshot, operator, edge, homes, symptoms);
      }
    }
  }

  private static void placement(
      ClusterSnapshot snapshot,
      StreamOperator operator,
      EdgeId edge,
      HashSlotHomes homes,
      List<Symptom> symptoms) {
    Map<String, List<Integer>> byNode = homes.subtasksByNode(operator);
    Map<String, Integer> hashSlots = homes.hashSlotsByNode();
    List<String> unhosted =
        hashSlots.keySet().stream().filter(node -> !byNode.containsKey(node)).sorted().toList();
    int unhostedHashSlots = unhosted.stream().mapToInt(hashSlots::get).sum();
    if (unhostedHashSlots > 0) {
      symptoms.add(Symptoms.hashSlotsWithoutSubtask(operator.name(), unhosted, unhostedHashSlots));
    }
    if (operator.parallelism() < hashSlots.size()) {
      symptoms.add(
          Symptoms.subtasksTooFew(operator.name(), operator.parallelism(), hashSlots.size()));
    }
    PlacementMap map = snapshot.placements().get(edge);
    if (map == null || map.parallelism() != operator.parallelism()) {
      symptoms.add(Symptoms.placementUnknown(operator.name()));
      return;
    }
    int misaligned = misaligned(map, homes, byNode, homes.nodeOfSubtask(operator));
    if (misaligned > 0) {
      symptoms.add(Symptoms.hashSlotsMisaligned(operator.name(), misaligned));
    }
    double remote = 1 - snapshot.localHitRates().getOrDefault(operator.name(), 1.0);
    if (misaligned == 0 && unhostedHashSlots == 0 && remote > REMOTE_SHARE_TOLERATED) {
      symptoms.add(Symptoms.requestsRemote(operator.name(), remote));
    }
  }

  private static int misaligned(
      PlacementMap map, HashSlotHomes homes, Map<String, List<Integer>> byNode, String[] nodes) {
    int misaligned = 0;
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      String node = homes.nodeOf(hashSlot);
      boolean aligned = nodes[map.subtask(hashSlot)].equals(node);
      misaligned += node != null && !aligned && byNode.containsKey(node) ? 1 : 0;
    }
    return misaligned;
  }

  private static void reports(ClusterSnapshot snapshot, List<Symptom> symptoms) {
    for (TaskManagerReport report : snapshot.reports()) {
      if (report.refusedMaps() > 0) {
        symptoms.add(Symptoms.mapsRefused(report.taskManager(), report.refusedMaps()));
      }
    }
  }

  private static boolean isReported(ClusterSnapshot snapshot, EdgeId edge) {
    return snapshot.reports().stream()
        .anyMatch(
            report ->
                report.routers().stream().anyMatch(router -> router.edge().equals(edge))
                    || report.direct().stream()
                        .anyMatch(direct -> direct.operator().equals(edge.operator())));
  }
}
