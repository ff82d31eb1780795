package io.amoeba.coordinator.changes.routing;

import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.protocol.DirectReport;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.GateReport;
import io.amoeba.partitioner.placement.protocol.RouterReport;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A report that claims epochs which cannot be: each with what to do. */
public final class ImpossibleEpochs extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 20;

  private final transient List<String> problems;

  private ImpossibleEpochs(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** Each claim. */
  public List<String> problems() {
    return problems;
  }

  /** Refuses claims that are too far beyond what was published. */
  static void refuse(TaskManagerReport report, Map<EdgeId, EdgeState> published) {
    List<String> problems = new ArrayList<>();
    for (RouterReport router : report.routers()) {
      long claimed = Math.max(router.prepared(), router.active());
      check(
          "a router", router.edge().operator(), claimed, epoch(router.edge(), published), problems);
    }
    for (GateReport gate : report.gates()) {
      check(
          "a gate", gate.edge().operator(), gate.epoch(), epoch(gate.edge(), published), problems);
    }
    for (DirectReport direct : report.direct()) {
      OptionalLong epoch =
          published.values().stream()
              .filter(state -> state.edge().operator().equals(direct.operator()))
              .mapToLong(EdgeState::epoch)
              .max();
      check("a partitioner", direct.operator(), direct.epoch(), epoch.orElse(0), problems);
    }
    if (!problems.isEmpty()) {
      throw new ImpossibleEpochs(problems);
    }
  }

  private static long epoch(EdgeId edge, Map<EdgeId, EdgeState> published) {
    EdgeState state = published.get(edge);
    return state == null ? 0 : state.epoch();
  }

  private static void check(
      String who, String operator, long claimed, long published, List<String> problems) {
    if (claimed > EpochBounds.claimable(published) && problems.size() < SHOWN) {
      problems.add(
          "%s of %s claims epoch %d, while %d is published, and the maximum is %d: if the job really uses it, restart the job; from a checkpoint with such an epoch it starts at epoch 0"
              .formatted(who, operator, claimed, published, EpochBounds.claimable(published)));
    }
  }
}
