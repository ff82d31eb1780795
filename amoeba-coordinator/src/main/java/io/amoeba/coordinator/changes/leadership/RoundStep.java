package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.changes.leadership.LeadStatus.Leader;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.Step.Continue;
import io.amoeba.coordinator.operations.Step.Failed;
import io.amoeba.coordinator.operations.StepAborted;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.promotion.Takeover;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One step of the open round, from wherever its phase stands. What becomes durable within the step
 * is in {@link #state} when it ends, also when it fails. Confined to one thread.
 */
abstract class RoundStep {

  /*
   * While the lead is away, nothing rests: an order to pause or to abort brings it back first. So
   * waits there look at orders themselves, and do not park at safe points.
   *
   * An order to lead is given once. Whether it was heard is known by roles alone: a coordinator that
   * finds a phase of which it does not know more waits until the promotion can no longer come.
   */

  private static final Logger LOG = LoggerFactory.getLogger(RoundStep.class);

  final RoundTools tools;
  final StepControl control;
  final boolean back;
  final PlannedRound round;
  final RoundSight sight;
  RoundsState state;

  /**
   * A step.
   *
   * @param state with an open round
   * @param back whether the plan ends here, so that no further work begins
   */
  RoundStep(RoundTools tools, RoundsState state, StepControl control, boolean back) {
    this.tools = tools;
    this.state = state;
    this.control = control;
    this.back = back;
    this.round = state.next();
    this.sight = new RoundSight(tools.promotion(), round);
  }

  /** The step of the phase in which the open round is. */
  static RoundStep of(RoundTools tools, RoundsState state, StepControl control, boolean back) {
    return switch (state.open().orElseThrow().phase()) {
      case CHECKING, REPLICAS_WORKING, LEADING_AWAY -> new LeavingStep(tools, state, control, back);
      case FOLLOWING, WORKING, RETURNING, REALIGNING -> new AwayStep(tools, state, control, back);
    };
  }

  /** The newest state that is durable. */
  final RoundsState state() {
    return state;
  }

  /**
   * Takes it.
   *
   * @throws ClusterFailure if it cannot be taken to its end; {@link #state} is where to continue
   */
  abstract Step<RoundsState> take() throws InterruptedException;

  final OpenRound open() {
    return state.open().orElseThrow();
  }

  final Step<RoundsState> go(OpenRound next) {
    if (next.phase() != open().phase()) {
      LOG.info("{}: {}", round.text(), next.phase());
    }
    return new Continue<>(state.with(next));
  }

  final void write(OpenRound next) {
    RoundsState written = state.with(next);
    control.write(written);
    state = written;
  }

  /** Ends the round otherwise than planned: the lead stays as it is. */
  final Step<RoundsState> giveUp(Problem reason) {
    List<Problem> problems = new ArrayList<>(state.notes());
    problems.add(0, reason);
    LOG.warn("{} ends in phase {}: {}", round.text(), open().phase(), reason.text());
    return new Failed<>(state.givenUp(), problems);
  }

  /**
   * Gives an order to lead. What came of it, the next step finds by roles.
   *
   * @return whether it was followed, as far as is known
   */
  final boolean tell(Takeover takeover) throws InterruptedException {
    try {
      tools.promotion().carryOut(takeover, control);
      return true;
    } catch (ClusterFailure e) {
      if (e.isTransient()) {
        throw e;
      }
      LOG.warn("{}: {}", takeover.text(), e.getMessage());
      state = state.noting(e.problem());
      return false;
    }
  }

  /** Who leads, once somebody does: servers are asked one after the other, and elections last. */
  final ClusterView lookAtLeader() throws InterruptedException {
    List<ClusterView> last = new ArrayList<>();
    var unused =
        tools
            .poller()
            .until(
                tools.limits().agree(),
                this::pass,
                () -> {
                  ClusterView seen = look();
                  last.clear();
                  last.add(seen);
                  return status(seen).leader() == Leader.UNKNOWN
                      ? List.of("nobody leads the shard of " + round.primary())
                      : List.of();
                });
    return last.isEmpty() ? look() : last.get(0);
  }

  final ServerWorking working(ShardServer server) {
    return new ServerWorking(
        tools,
        server,
        round,
        new ServerWorking.Journal() {
          @Override
          public Optional<StartedWork> started() {
            return open().work();
          }

          @Override
          public void write(StartedWork work) {
            RoundStep.this.write(open().with(work));
          }
        },
        control,
        this::isAsBefore);
  }

  /** Whether the lead is where the phase has it; while the primary leads, others check that. */
  private boolean isAsBefore(ClusterView seen) {
    return !open().phase().isAway() || status(seen).leader() == Leader.CANDIDATE;
  }

  /** Where the lead is away: pauses wait until it is back. */
  final void pass() {
    if (control.isStopping() || (control.isAborted() && !back)) {
      throw new StepAborted();
    }
  }

  final ClusterView look() {
    return sight.look(open());
  }

  final LeadStatus status(ClusterView seen) {
    return sight.status(open(), seen);
  }

  final ShardServer candidate() {
    return sight.candidate();
  }

  final Takeover away() {
    return sight.away(open());
  }

  final Takeover home() {
    return sight.home(open());
  }

  final void says(List<String> missing) {
    control.says(
        "%s, %s%s"
            .formatted(
                round.text(), open().phase(), missing.isEmpty() ? "" : ": " + missing.get(0)));
  }
}
