package io.amoeba.coordinator.changes.routing;

import io.amoeba.partitioner.placement.protocol.GateReport;
import java.util.List;

/**
 * How far the hand-over of an edge has come, for people and for plans: routers expected (0: none
 * heard of), heard, prepared for the map and active in it, gates expected and finished, the gates'
 * last reports, whether the published map is complete, and whether another may be published.
 * Immutable.
 */
public record EdgeProgress(
    EdgeState state,
    boolean ordered,
    int routersExpected,
    int routersHeard,
    int routersPrepared,
    int routersActive,
    int gatesExpected,
    int gatesFinished,
    List<GateReport> gates,
    boolean complete,
    boolean mayPublish) {

  public EdgeProgress {
    gates = List.copyOf(gates);
  }
}
