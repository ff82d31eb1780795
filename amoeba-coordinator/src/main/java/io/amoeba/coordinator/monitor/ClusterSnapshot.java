package io.amoeba.coordinator.monitor;

import io.amoeba.coordinator.cluster.HashSlotLoad;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that one tick knows: both systems, which nodes they share, the task managers' reports,
 * the placement maps in force, and the share of store requests that stayed on their node, by
 * operator (0 … 1; absent: not counted). Immutable.
 *
 * @param refusedHosts what was called a host and is none; it is nowhere else in the snapshot
 */
public record ClusterSnapshot(
    Instant at,
    StreamView stream,
    StoreView store,
    NodeMatch nodes,
    List<TaskManagerReport> reports,
    Map<EdgeId, PlacementMap> placements,
    Map<String, Double> localHitRates,
    List<RefusedHost> refusedHosts) {

  public ClusterSnapshot {
    reports = List.copyOf(reports);
    placements = Map.copyOf(placements);
    localHitRates = Map.copyOf(localHitRates);
    refusedHosts = List.copyOf(refusedHosts);
  }

  /** A snapshot in which every host is one. */
  public ClusterSnapshot(
      Instant at,
      StreamView stream,
      StoreView store,
      NodeMatch nodes,
      List<TaskManagerReport> reports,
      Map<EdgeId, PlacementMap> placements,
      Map<String, Double> localHitRates) {
    this(at, stream, store, nodes, reports, placements, localHitRates, List.of());
  }

  /** Whether there is a store, and no stream processor is configured. */
  public boolean isStoreAlone() {
    return stream instanceof StreamView.NotConfigured;
  }

  /** The job, if it was found. */
  public Optional<StreamJob> job() {
    return stream instanceof StreamView.Found found ? Optional.of(found.job()) : Optional.empty();
  }

  /** Free task slots, if the stream processor answered and was asked for them. */
  public List<FreeTaskSlots> freeTaskSlots() {
    return stream instanceof StreamView.Found found ? found.free() : List.of();
  }

  /** The primaries that serve hash slots, if the store answered. */
  public List<Primary> primaries() {
    return store instanceof StoreView.Found found ? found.primaries() : List.of();
  }

  /** The load of the store's hash slots, if all primaries tell of it. */
  public Optional<HashSlotLoad> load() {
    return store instanceof StoreView.Found found ? found.load() : Optional.empty();
  }

  /** The primaries that serve no hash slot, if the store answered. */
  public List<Primary> emptyPrimaries() {
    return store instanceof StoreView.Found found ? found.empty() : List.of();
  }
}
