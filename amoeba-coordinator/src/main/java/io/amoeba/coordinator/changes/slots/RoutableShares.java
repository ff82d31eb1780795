package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.analyze.HashSlotHomes;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** What moves of hash slots let routing reach. Stateless. */
final class RoutableShares {

  private RoutableShares() {}

  /**
   * Of each operator behind a custom-partitioned exchange: the hash slots that are on the node of
   * their subtask, and those that are on a node with a subtask afterwards, so that routing can
   * align them.
   *
   * @param after owner of each hash slot, as an index of the layout's primaries
   * @param current maps in force
   */
  static List<AlignedShare> of(
      ClusterSnapshot snapshot,
      StreamJob job,
      StoreLayout layout,
      int[] after,
      Map<EdgeId, PlacementMap> current) {
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
}
