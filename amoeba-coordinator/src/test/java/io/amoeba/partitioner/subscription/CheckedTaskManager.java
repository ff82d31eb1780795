package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.placement.protocol.PlacementDocument;
import io.amoeba.partitioner.placement.protocol.PlacementWriter;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A task manager's {@link PlacementSubscription} in one step: made for it from what the task
 * manager knows, with one router and one gate. Stateless.
 */
public final class CheckedTaskManager {

  private static final String FIRST = "first";

  private final EdgeId edge;
  private final int size;

  /** Task managers of an edge with so many routers and gates. */
  public CheckedTaskManager(EdgeId edge, int size) {
    this.edge = edge;
    this.size = size;
  }

  /**
   * What counts after a document, empty if it is refused.
   *
   * @param known what counted before
   * @param told what the document says of the edge, null if nothing
   * @param sameCoordinator whether the same one has said both
   */
  public Optional<EdgePlacement> accept(
      EdgePlacement known, @Nullable EdgePlacement told, boolean sameCoordinator) {
    PlacementSubscription subscription = knowing(known);
    subscription.registerRouter(
        new TaskManagerIdentity("tm", "host"),
        edge,
        new RouterIdentity(0, size, 1),
        placement -> {});
    subscription.accept(document(told, sameCoordinator ? FIRST : "next"), document -> true);
    return subscription.refusedDocuments() > 0
        ? Optional.empty()
        : Optional.ofNullable(subscription.placement(edge));
  }

  /** A router's part of a report; null where it has none. */
  public record RouterLine(RouterIdentity identity, long active) {}

  /** A gate's part of a report. */
  public record GateLine(int subtask, long epoch, long cohort, Map<Integer, Long> ended) {}

  /** What one reports; {@code coordinator} has sent the last document. */
  public TaskManagerReport report(
      int taskManager,
      @Nullable EdgePlacement known,
      String coordinator,
      @Nullable RouterLine router,
      @Nullable GateLine gate) {
    PlacementSubscription subscription = knowing(known);
    TaskManagerIdentity identity = new TaskManagerIdentity("tm-" + taskManager, "host");
    if (router != null) {
      subscription
          .registerRouter(identity, edge, router.identity(), placement -> {})
          .report(size, router.active());
    }
    if (gate != null) {
      GateRegistration registration =
          subscription.registerGate(identity, edge, gate.subtask(), size, placement -> {});
      gate.ended().forEach(registration::routerEnded);
      if (gate.epoch() >= 0) {
        registration.finished(gate.epoch(), gate.cohort());
      }
    }
    TaskManagerReport report =
        ProcessReport.of(
            subscription, identity, new PlacementDocument(coordinator, 0, 1, List.of()));
    return new TaskManagerReport(
        report.taskManager(),
        "copy",
        report.host(),
        report.nodeHosts(),
        report.coordinator(),
        0,
        report.refusedMaps(),
        report.staleMaps(),
        report.routers(),
        report.gates(),
        report.direct());
  }

  private PlacementSubscription knowing(@Nullable EdgePlacement known) {
    PlacementSubscription subscription = new PlacementSubscription(Duration.ofSeconds(5));
    if (known != null) {
      subscription.accept(document(known, FIRST), document -> true);
    }
    return subscription;
  }

  private static byte[] document(@Nullable EdgePlacement placement, String coordinator) {
    List<EdgePlacement> edges = placement == null ? List.of() : List.of(placement);
    return PlacementWriter.write(new PlacementDocument(coordinator, 0, 1, edges));
  }
}
