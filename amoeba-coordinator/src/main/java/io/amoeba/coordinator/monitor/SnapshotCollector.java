package io.amoeba.coordinator.monitor;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.StoreView;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads both systems and joins what they say. Confined to the control-loop thread. */
public final class SnapshotCollector {

  private final StreamMonitor stream;
  private final StoreMonitor store;
  private final NodeTable nodes;
  private final Clock clock;
  private final LocalHitRates shares = new LocalHitRates();
  private final ReportedHosts reported;
  private final NewMembers newMembers;

  /** A collector that does not own the monitors, and gets all reports with the first look. */
  public SnapshotCollector(StreamMonitor stream, StoreMonitor store, NodeTable nodes, Clock clock) {
    this(
        stream,
        store,
        nodes,
        clock,
        new ReportedHosts(Ticker.SYSTEM, 0),
        new NewMembers(Ticker.SYSTEM, 0));
  }

  /**
   * A collector that does not own the monitors. Until each task manager has had the time to report,
   * by the ticker, its subtasks are not settled; and without a stream processor, members without
   * hash slots are not seen before they have been such for a while.
   */
  public SnapshotCollector(
      StreamMonitor stream, StoreMonitor store, NodeTable nodes, Clock clock, Ticker ticker) {
    this(
        stream,
        store,
        nodes,
        clock,
        new ReportedHosts(ticker, ReportedHosts.AWAITED_MILLIS),
        new NewMembers(ticker, NewMembers.WAIT_MILLIS));
  }

  private SnapshotCollector(
      StreamMonitor stream,
      StoreMonitor store,
      NodeTable nodes,
      Clock clock,
      ReportedHosts reported,
      NewMembers newMembers) {
    this.reported = reported;
    this.newMembers = newMembers;
    this.stream = stream;
    this.store = store;
    this.nodes = nodes;
    this.clock = clock;
  }

  /** A snapshot of this moment, with what the publisher knows. */
  public ClusterSnapshot collect(
      List<TaskManagerReport> reports, Map<EdgeId, PlacementMap> placements) {
    HostFilter hosts = new HostFilter();
    StoreView storeView = hosts.checked(store.read());
    StreamView asFlinkSees = hosts.checked(stream.read());
    if (asFlinkSees instanceof StreamView.NotConfigured) {
      storeView = newMembers.withoutThem(storeView); // no job says who is to have hash slots
    }
    StreamView streamView = asFlinkSees;
    TaskManagerHosts told = TaskManagerHosts.UNTOLD;
    if (asFlinkSees instanceof StreamView.Found found) {
      ReportedHosts.Sight sight = reported.look(found, reports, hosts);
      streamView = ReportedHosts.placed(found, sight);
      told = sight.hosts();
    }
    Optional<StreamJob> job =
        streamView instanceof StreamView.Found found ? Optional.of(found.job()) : Optional.empty();
    List<Subtask> subtasks =
        job.map(StreamJob::planned).orElse(List.of()).stream()
            .flatMap(operator -> operator.subtasks().stream())
            .toList();
    List<FreeTaskSlots> free =
        streamView instanceof StreamView.Found found ? found.free() : List.of();
    List<Primary> primaries = new ArrayList<>();
    if (storeView instanceof StoreView.Found found) {
      primaries.addAll(found.primaries());
      primaries.addAll(found.empty());
    }
    return new ClusterSnapshot(
        clock.instant(),
        streamView,
        storeView,
        nodes.match(subtasks, free, primaries, told),
        reports,
        placements,
        job.map(shares::update).orElse(Map.of()),
        hosts.refused());
  }
}
