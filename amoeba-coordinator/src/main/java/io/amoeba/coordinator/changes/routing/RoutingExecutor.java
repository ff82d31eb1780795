package io.amoeba.coordinator.changes.routing;

import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.execute.ChangeExecutor;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes each map of a plan as soon as its operator may change, and notes how far the plan has
 * come. Between two maps is a safe point. Safe for concurrent use if calls of {@link #confirm} are
 * not.
 */
public final class RoutingExecutor implements ChangeExecutor {

  private static final Logger LOG = LoggerFactory.getLogger(RoutingExecutor.class);

  private static final Problem TAKEN_BY_DRILL =
      Problem.error(
          "MAPS_TAKEN_BY_DRILL",
          "",
          "a drill runs and took its maps as the planned ones",
          "Wait for the end of the drill; it returns to these maps.");

  private final PlanBoard board;
  private final PlacementPublisher publisher;
  private final Drill drill;

  /** An executor for the plans of a board. */
  public RoutingExecutor(PlanBoard board, PlacementPublisher publisher, Drill drill) {
    this.board = board;
    this.publisher = publisher;
    this.drill = drill;
  }

  @Override
  public boolean carriesOut(PlanAction action) {
    return action.kind().equals(AlignRouting.KIND);
  }

  /** A drill takes the plan's maps as the planned ones. */
  @Override
  public boolean isSuperseded(PlanRecord plan) {
    if (!drill.isActive()) {
      return false;
    }
    plan.unpublished().forEach(a -> drill.replan(a.edge(), a.parallelism(), a.owners()));
    if (plan.state() == PlanState.APPROVED) {
      board.enter(plan.id(), PlanState.STALE, TAKEN_BY_DRILL.text());
    } else {
      fail(plan.id(), List.of(TAKEN_BY_DRILL));
    }
    return true;
  }

  /** Publishes what can be published now. */
  @Override
  public void step(PlanRecord plan) {
    // Task managers see the new document only when the plan's record tells of it.
    publisher.together(() -> board.advance(plan.id(), this::publish));
  }

  private PlanRecord publish(PlanRecord plan) {
    Map<EdgeId, Long> epochs = new HashMap<>(plan.epochs());
    for (EdgeAlignment alignment : plan.unpublished()) {
      publisher
          .publish(alignment.edge(), alignment.parallelism(), alignment.owners())
          .ifPresent(epoch -> epochs.put(alignment.edge(), epoch));
    }
    if (epochs.size() > plan.epochs().size()) {
      LOG.info("{}: published, epochs {}", plan.id(), epochs);
    }
    return plan.advanced(new RoutingProgress(epochs, plan.complete()));
  }

  @Override
  public Optional<PlanRecord> confirm(PlanRecord open) {
    String id = open.id();
    List<String> replaced = new ArrayList<>();
    // Progress is read inside: a map that is published meanwhile must not look like a lost one.
    board.change(id, plan -> followed(plan, publisher.progress(), replaced));
    if (!replaced.isEmpty()) {
      fail(id, replaced.stream().map(RoutingExecutor::replaced).toList());
      return Optional.empty();
    }
    return end(id);
  }

  private static Problem replaced(String operator) {
    return Problem.error(
        "MAP_REPLACED",
        operator,
        "another map took the place of the plan's",
        "Let no other coordinator publish maps for this job.");
  }

  private void fail(String id, List<Problem> problems) {
    board.enter(id, PlanState.FAILED, Finding.statement(problems), problems);
  }

  private static PlanRecord followed(
      PlanRecord plan, List<EdgeProgress> edges, List<String> replaced) {
    Map<EdgeId, EdgeProgress> byEdge = new HashMap<>();
    edges.forEach(edge -> byEdge.put(edge.state().edge(), edge));
    Map<EdgeId, Long> epochs = new HashMap<>(plan.epochs());
    Set<EdgeId> complete = new HashSet<>(plan.complete());
    for (EdgeId edge : plan.underWay()) {
      EdgeProgress now = byEdge.get(edge);
      long epoch = plan.epochs().getOrDefault(edge, 0L);
      if (isComplete(now, epoch)) {
        complete.add(edge);
      } else if (now != null && now.state().epoch() > epoch) {
        replaced.add(edge.operator());
      } else if (isLost(now, epoch)) {
        epochs.remove(edge);
      }
    }
    return plan.advanced(new RoutingProgress(epochs, complete));
  }

  private Optional<PlanRecord> end(String id) {
    PlanRecord plan = board.book().find(id).orElseThrow();
    if (plan.isComplete()) {
      board.enter(id, PlanState.COMPLETED, "every operator works by its new map");
      return board.book().find(id);
    }
    if (plan.state() == PlanState.ABORTING && plan.underWay().isEmpty()) {
      board.enter(id, PlanState.ABORTED, plan.progress());
    }
    return Optional.empty();
  }

  /** A coordinator that lost its map in a restart still hears which epoch is complete. */
  private static boolean isComplete(@Nullable EdgeProgress now, long epoch) {
    return now != null
        && ((now.state().epoch() == epoch && now.complete())
            || now.state().completed().filter(done -> done.epoch() == epoch).isPresent());
  }

  /**
   * Whether a restart of the coordinator lost the map before any router was allowed to switch to
   * it; it is then published again.
   */
  private static boolean isLost(@Nullable EdgeProgress now, long epoch) {
    return now != null
        && now.state().epoch() < epoch
        && now.routersExpected() > 0
        && now.routersHeard() == now.routersExpected();
  }
}
