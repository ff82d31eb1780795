package io.amoeba.coordinator.changes;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.NodeTable;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** Snapshots for tests: node numbers of subtasks, and of the primary of each hash slot. */
public final class Worlds {

  public static final EdgeId EDGE = new EdgeId("job", "Toll");

  private Worlds() {}

  /** Negative nodes of hash slots mean: no primary. */
  public static ClusterSnapshot world(int[] nodeOfSubtask, int[] nodeOfHashSlot) {
    List<Subtask> subtasks = new ArrayList<>();
    for (int i = 0; i < nodeOfSubtask.length; i++) {
      String host = "node-" + nodeOfSubtask[i];
      subtasks.add(new Subtask(i, 0, 1, "RUNNING", host, "tm-" + i));
    }
    List<Primary> primaries = primaries(nodeOfHashSlot);
    StreamOperator toll =
        new StreamOperator(
            "Toll", true, nodeOfSubtask.length, subtasks, true, OperatorRates.UNKNOWN);
    StreamJob job = new StreamJob("job", "Job", "RUNNING", "2.3.0", false, List.of(toll));
    return new ClusterSnapshot(
        Instant.EPOCH,
        new StreamView.Found(job),
        new StoreView.Found(primaries),
        new NodeTable(List.of(), host -> Set.of()).match(subtasks, primaries),
        List.of(),
        Map.of(),
        Map.of());
  }

  /** The same with some operators, each with the subtasks of the one that it has. */
  public static ClusterSnapshot withOperators(ClusterSnapshot world, String... names) {
    StreamJob job = world.job().orElseThrow();
    StreamOperator one = job.operators().get(0);
    List<StreamOperator> operators =
        Stream.of(names)
            .map(
                name ->
                    new StreamOperator(
                        name, true, one.parallelism(), one.subtasks(), true, one.rates()))
            .toList();
    return new ClusterSnapshot(
        world.at(),
        new StreamView.Found(
            new StreamJob(job.id(), job.name(), job.state(), job.version(), false, operators)),
        world.store(),
        world.nodes(),
        world.reports(),
        world.placements(),
        world.localHitRates());
  }

  public static ClusterSnapshot with(ClusterSnapshot world, StoreView store) {
    return new ClusterSnapshot(
        world.at(),
        world.stream(),
        store,
        world.nodes(),
        world.reports(),
        world.placements(),
        world.localHitRates());
  }

  public static ClusterSnapshot unsettled(ClusterSnapshot world) {
    StreamJob job = world.job().orElseThrow();
    List<StreamOperator> moving =
        job.operators().stream()
            .map(
                o ->
                    new StreamOperator(
                        o.name(), true, o.parallelism(), o.subtasks(), false, o.rates()))
            .toList();
    return new ClusterSnapshot(
        world.at(),
        new StreamView.Found(
            new StreamJob(job.id(), job.name(), job.state(), job.version(), false, moving)),
        world.store(),
        world.nodes(),
        world.reports(),
        world.placements(),
        world.localHitRates());
  }

  public static int[] blocks(int nodes) {
    int[] nodeOfHashSlot = new int[HashSlot.COUNT];
    for (int hashSlot = 0; hashSlot < HashSlot.COUNT; hashSlot++) {
      nodeOfHashSlot[hashSlot] = (int) ((long) hashSlot * nodes / HashSlot.COUNT);
    }
    return nodeOfHashSlot;
  }

  public static int[] random(int length, int bound, Random random) {
    return random.ints(length, 0, bound).toArray();
  }

  public static PlacementMap map(int parallelism, int[] owners) {
    return PlacementMap.of(1, parallelism, owners);
  }

  private static List<Primary> primaries(int[] nodeOfHashSlot) {
    int nodes = 0;
    for (int node : nodeOfHashSlot) {
      nodes = Math.max(nodes, node + 1);
    }
    List<List<HashSlotSpan>> spans = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      spans.add(new ArrayList<>());
    }
    int from = 0;
    for (int hashSlot = 1; hashSlot <= HashSlot.COUNT; hashSlot++) {
      if (hashSlot == HashSlot.COUNT || nodeOfHashSlot[hashSlot] != nodeOfHashSlot[from]) {
        if (nodeOfHashSlot[from] >= 0) {
          spans.get(nodeOfHashSlot[from]).add(new HashSlotSpan(from, hashSlot - 1));
        }
        from = hashSlot;
      }
    }
    List<Primary> primaries = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      primaries.add(new Primary("id-" + node, "node-" + node, 7000, List.of(), spans.get(node)));
    }
    return primaries;
  }
}
