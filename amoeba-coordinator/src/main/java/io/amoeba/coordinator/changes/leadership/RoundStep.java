package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.changes.leadership.LeadStatus.Leader;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.Step.Continue;
import io.amoeba.coordinator.operations.Step.Failed;
import io.amoeba.coordinator.operations.StepAborted;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.promotion.Takeover;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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

  /** Without a candidate, the first that works: nobody takes over then. */
  final ShardServer candidate;

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
    this.candidate = round.candidate().orElseGet(() -> round.first().get(0));
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
    return tools
        .poller()
        .until(
            tools.limits().agree(),
            this::pass,
            this::look,
            seen ->
                status(seen).leader() == Leader.UNKNOWN
                    ? List.of("nobody leads the shard of " + round.primary())
                    : List.of())
        .seen()
        .orElseGet(this::look);
  }

  /** Whether the lead is where the phase has it; while the primary leads, others check that. */
  final boolean isAsBefore(ClusterView seen) {
    return !open().phase().isAway() || status(seen).leader() == Leader.CANDIDATE;
  }

  /** Where the lead is away: pauses wait until it is back. */
  final void pass() {
    if (control.isStopping() || (control.isAborted() && !back)) {
      throw new StepAborted();
    }
  }

  final ClusterView look() {
    return tools.promotion().look(away());
  }

  final LeadStatus status(ClusterView seen) {
    return LeadStatus.of(round.primary(), candidate, open().hashSlots(), seen);
  }

  /** The candidate takes over what is durable of the primary. */
  final Takeover away() {
    return takeover(round.primary(), candidate, /* formerStays= */ false, Optional.empty());
  }

  /** The candidate takes over what the primary owns now. */
  final Takeover away(ClusterView seen) {
    return takeover(
        round.primary(), candidate, /* formerStays= */ false, seen.server(round.primary().id()));
  }

  /** The primary takes over again what is durable of the candidate. */
  final Takeover home() {
    return takeover(candidate, round.primary(), /* formerStays= */ true, Optional.empty());
  }

  /** The primary takes over again what the candidate owns now. */
  final Takeover home(ClusterView seen) {
    return takeover(
        candidate, round.primary(), /* formerStays= */ true, seen.server(candidate.id()));
  }

  private Takeover takeover(
      ShardServer from, ShardServer to, boolean formerStays, Optional<ServerView> leads) {
    OpenRound open = open();
    return new Takeover(
        "the change of the lead from %s to %s".formatted(from, to),
        open.phase().name(),
        from.id(),
        from.address(),
        to.address(),
        to.id(),
        formerStays,
        OptionalLong.of(leads.map(leader -> leader.own().epoch()).orElse(open.epoch())),
        leads.map(leader -> leader.own().hashSlots()).orElse(open.hashSlots()));
  }

  /** Copies of all its data that a server's process has made. */
  static long fullCopies(ClusterView seen, ShardServer server) {
    return seen.server(server.id()).map(one -> one.fullCopies().orElse(0)).orElse(0L);
  }

  /** A server's clock; 0: it does not answer. */
  static long clockSeconds(ClusterView seen, ShardServer server) {
    return seen.server(server.id())
        .flatMap(one -> one.work().clock())
        .map(Instant::getEpochSecond)
        .orElse(0L);
  }

  final void says(List<String> missing) {
    control.says(
        "%s, %s%s"
            .formatted(
                round.text(), open().phase(), missing.isEmpty() ? "" : ": " + missing.get(0)));
  }
}
