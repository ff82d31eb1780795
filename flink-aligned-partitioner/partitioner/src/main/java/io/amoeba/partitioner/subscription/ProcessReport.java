package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.protocol.DirectReport;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.PlacementDocument;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What this process reports of its registrations. Stateless. */
final class ProcessReport {

  private ProcessReport() {}

  /** A last report: nothing is here any more. */
  static TaskManagerReport farewell(
      PlacementSubscription subscription, TaskManagerIdentity taskManager) {
    return new TaskManagerReport(
        taskManager.id(),
        subscription.copy(),
        taskManager.host(),
        taskManager.nodeHosts(),
        "",
        0,
        0,
        0,
        List.of(),
        List.of(),
        List.of());
  }

  /**
   * What is registered now.
   *
   * @param last the document that this process has, null for none
   */
  static TaskManagerReport of(
      PlacementSubscription subscription,
      TaskManagerIdentity taskManager,
      @Nullable PlacementDocument last) {
    return new TaskManagerReport(
        taskManager.id(),
        subscription.copy(),
        taskManager.host(),
        taskManager.nodeHosts(),
        last == null ? "" : last.coordinator(),
        last == null ? 0 : last.version(),
        subscription.refusedDocuments(),
        subscription.staleMaps(),
        routers(subscription),
        gates(subscription),
        directs(subscription));
  }

  private static List<RouterReport> routers(PlacementSubscription subscription) {
    List<RouterReport> reports = new ArrayList<>();
    for (RouterRegistration router : subscription.routers()) {
      if (router.targets() == 0) {
        continue; // has not opened yet
      }
      long active = router.activeEpoch(); // read before the prepared one, which is never smaller
      reports.add(
          new RouterReport(
              router.edge(),
              router.subtask(),
              router.parallelism(),
              router.targets(),
              router.incarnation(),
              router.preparedEpoch(subscription.placement(router.edge())),
              active));
    }
    return reports;
  }

  private static List<GateReport> gates(PlacementSubscription subscription) {
    List<GateReport> reports = new ArrayList<>();
    for (GateRegistration gate : subscription.gates()) {
      GateRegistration.Finish finish = gate.finish();
      if (!finish.known()) {
        continue; // has not heard of every router yet
      }
      reports.add(
          new GateReport(
              gate.edge(),
              gate.subtask(),
              gate.parallelism(),
              finish.epoch(),
              finish.cohortHash(),
              gate.held(),
              gate.lastHoldMicros(),
              gate.endedRouters()));
    }
    return reports;
  }

  private static List<DirectReport> directs(PlacementSubscription subscription) {
    List<DirectReport> reports = new ArrayList<>();
    for (DirectRegistration direct : subscription.directs()) {
      reports.add(new DirectReport(direct.operator(), direct.parallelism(), direct.epoch()));
    }
    return reports;
  }
}
