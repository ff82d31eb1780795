package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.changes.leadership.LeadStatus.Former;
import io.amoeba.coordinator.changes.leadership.LeadStatus.Leader;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.Step.Continue;
import io.amoeba.coordinator.operations.Step.Failed;
import io.amoeba.coordinator.operations.Step.Wait;
import io.amoeba.coordinator.operations.StepAborted;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.promotion.Takeover;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One step of the open round, from wherever its phase stands. What becomes durable within the step
 * is in {@link #state} when it ends, also when it fails. Confined to one thread.
 */
final class RoundStep {

  /*
   * While the lead is away, nothing rests: an order to pause or to abort brings it back first. So
   * waits there look at orders themselves, and do not park at safe points.
   *
   * An order to lead is given once. Whether it was heard is known by roles alone: a coordinator that
   * finds a phase of which it does not know more waits until the promotion can no longer come.
   */

  private static final Logger LOG = LoggerFactory.getLogger(RoundStep.class);

  private final RoundTools tools;
  private final StepControl control;
  private final boolean back;
  private final PlannedRound round;
  private final RoundSight sight;
  private RoundsState state;

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

  /** The newest state that is durable. */
  RoundsState state() {
    return state;
  }

  /**
   * Takes it.
   *
   * @throws ClusterFailure if it cannot be taken to its end; {@link #state} is where to continue
   */
  Step<RoundsState> take() throws InterruptedException {
    return switch (open().phase()) {
      case CHECKING -> check();
      case REPLICAS_WORKING -> replicasWork();
      case LEADING_AWAY -> ledAway();
      case FOLLOWING -> follow();
      case WORKING -> work();
      case RETURNING -> returned();
      case REALIGNING -> realign();
    };
  }

  private OpenRound open() {
    return state.open().orElseThrow();
  }

  private Step<RoundsState> go(OpenRound next) {
    if (next.phase() != open().phase()) {
      LOG.info("{}: {}", round.text(), next.phase());
    }
    return new Continue<>(state.with(next));
  }

  private void write(OpenRound next) {
    RoundsState written = state.with(next);
    control.write(written);
    state = written;
  }

  /** Ends the round otherwise than planned: the lead stays as it is. */
  private Step<RoundsState> giveUp(Problem reason) {
    List<Problem> problems = new ArrayList<>(state.notes());
    problems.add(0, reason);
    LOG.warn("{} ends in phase {}: {}", round.text(), open().phase(), reason.text());
    return new Failed<>(state.givenUp(), problems);
  }

  // Before the lead changes.

  private Step<RoundsState> check() throws InterruptedException {
    List<String> missing = awaitReady(new ArrayList<>());
    return missing.isEmpty()
        ? go(open().in(RoundPhase.REPLICAS_WORKING))
        : giveUp(RoundProblems.refused(round, missing));
  }

  /** Waits until the candidate may lead, or without one until the replicas may work. */
  private List<String> awaitReady(List<ClusterView> last) throws InterruptedException {
    return tools
        .poller()
        .until(
            limit(),
            control::safePoint,
            () -> {
              ClusterView seen = look();
              last.clear();
              last.add(seen);
              List<String> missing = new ArrayList<>(RoundChecks.missing(seen, round));
              if (round.candidate().isPresent()) {
                missing.addAll(tools.promotion().missing(seen, sight.away(open(), seen)));
              }
              says(missing);
              return missing;
            });
  }

  private Duration limit() {
    return round.candidate().isPresent()
        ? tools.promotion().limit(sight.away(open(), look()))
        : tools.limits().promotion().sync();
  }

  private Step<RoundsState> replicasWork() throws InterruptedException {
    OpenRound open = open();
    if (open.worked() < round.first().size()) {
      ShardServer replica = round.first().get(open.worked());
      ServerWorking.End end = working(replica).await(control::safePoint);
      if (end != ServerWorking.End.DONE) {
        return giveUp(RoundProblems.workFailed(round, replica, end));
      }
      Optional<Problem> failure = backUp(replica);
      return failure.isPresent() ? giveUp(failure.get()) : go(open().oneWorked());
    }
    return round.candidate().isPresent() ? leadAway() : new Continue<>(state.oneEnded());
  }

  private Optional<Problem> backUp(ShardServer replica) throws InterruptedException {
    if (round.task() != RoundTask.BACKUP) {
      return Optional.empty();
    }
    control.says("%s is copied by the command of its backup".formatted(replica));
    ClusterView seen = look();
    Set<ServerAddress> shard =
        seen.replicas(round.primary().id()).stream()
            .map(ServerView::address)
            .collect(Collectors.toCollection(HashSet::new));
    shard.add(round.primary().address());
    shard.add(replica.address());
    return tools.backups().make(shard, replica);
  }

  private ServerWorking working(ShardServer server) {
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

  // The lead leaves.

  /*
   * There is no safe point between the last look that found the candidate ready and the order, so
   * both are one step. It notes the phase before the order.
   */
  private Step<RoundsState> leadAway() throws InterruptedException {
    List<ClusterView> last = new ArrayList<>();
    List<String> missing = awaitReady(last);
    if (!missing.isEmpty()) {
      return giveUp(RoundProblems.refused(round, missing));
    }
    ClusterView seen = last.get(0);
    ServerView primary = seen.server(round.primary().id()).orElseThrow();
    long copies = RoundSight.fullCopies(seen, candidate());
    write(open().in(RoundPhase.LEADING_AWAY).owning(primary.own(), copies));
    var unused = tell(away());
    return new Continue<>(state);
  }

  /**
   * Gives an order to lead. What came of it, the next step finds by roles.
   *
   * @return whether it was followed, as far as is known
   */
  private boolean tell(Takeover takeover) throws InterruptedException {
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
  private ClusterView lookAtLeader() throws InterruptedException {
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

  private Step<RoundsState> ledAway() throws InterruptedException {
    ClusterView seen = lookAtLeader();
    tools.promotion().noteEarlierOrder(seen, away());
    LeadStatus status = status(seen);
    return switch (status.leader()) {
      case CANDIDATE -> {
        if (!back) {
          tools.agreement().await(away(), tools.limits().agree());
        }
        OpenRound away =
            open().until(RoundSight.clockSeconds(seen, candidate()) + round.longest().toSeconds());
        yield go(
            away.in(
                round.following().isEmpty() || back ? RoundPhase.WORKING : RoundPhase.FOLLOWING));
      }
      case FORMER ->
          tools.promotion().isPromotedAfterAll(away())
              ? new Continue<>(state)
              : giveUp(RoundProblems.leadNotChanged(round, candidate()));
      case OTHER -> giveUp(RoundProblems.leadChangedByOthers(round));
      case UNKNOWN -> new Wait<>(state, RoundProblems.leaderUnknown(round, seen));
    };
  }

  // While it is away.

  /** Where records cannot follow, the work is done nevertheless: it is short. */
  private Step<RoundsState> follow() throws InterruptedException {
    if (!back) {
      List<String> missing = noteMaps();
      if (missing.isEmpty()) {
        missing = awaitMaps(/* away= */ true);
      }
      if (!missing.isEmpty()) {
        state = state.noting(RoundProblems.notFollowed(round, candidate(), missing));
      }
    }
    return go(open().in(RoundPhase.WORKING));
  }

  /** Makes durable what will follow, as soon as the maps in force are known. */
  private List<String> noteMaps() throws InterruptedException {
    if (!open().followed().isEmpty()) {
      return List.of();
    }
    List<FollowedMap> maps = new ArrayList<>();
    List<String> missing =
        tools
            .poller()
            .until(
                tools.limits().agree(),
                this::pass,
                () -> {
                  maps.clear();
                  maps.addAll(tools.routing().followed(round.following(), open().hashSlots()));
                  return maps.size() == round.following().size()
                      ? List.of()
                      : List.of("the map of an operator changes, or is not known");
                });
    if (missing.isEmpty()) {
      write(open().following(maps));
    }
    return missing;
  }

  private List<String> awaitMaps(boolean away) throws InterruptedException {
    return tools
        .poller()
        .until(
            tools.limits().agree(),
            this::pass,
            () -> {
              List<String> missing = tools.routing().missing(open().followed(), away);
              says(missing);
              return missing;
            });
  }

  private Step<RoundsState> work() throws InterruptedException {
    ClusterView seen = lookAtLeader();
    LeadStatus status = status(seen);
    if (status.leader() == Leader.UNKNOWN) {
      return new Wait<>(state, RoundProblems.leaderUnknown(round, seen));
    }
    if (status.leader() != Leader.CANDIDATE) {
      if (status.leader() == Leader.FORMER) {
        var unused = tools.routing().missing(open().followed(), /* away= */ false);
      }
      return giveUp(RoundProblems.leadChangedByOthers(round));
    }
    boolean begun = open().work().filter(StartedWork::told).isPresent();
    if (open().done() || (back && !begun && round.task() != RoundTask.ABSENCE)) {
      return round.returns() ? bringBack() : finish();
    }
    if (round.task() == RoundTask.ABSENCE) {
      boolean over = back || awaitAbsence();
      return over ? go(open().withWorkDone()) : new Continue<>(state);
    }
    if (status.former() == Former.GONE || status.former() == Former.ELSEWHERE) {
      return giveUp(RoundProblems.formerLost(round, candidate()));
    }
    ServerWorking.End end = working(round.primary()).await(this::pass);
    return switch (end) {
      case DONE -> go(open().withWorkDone());
      case LEAD_CHANGED -> new Continue<>(state);
      case GONE -> giveUp(RoundProblems.formerLost(round, candidate()));
      case FAILED, LOST, OVERDUE, NOT_TOLD, RUNNING ->
          giveUp(RoundProblems.workFailed(round, round.primary(), end));
    };
  }

  /**
   * Waits until people say that the server may lead again: by an abort, which ends the step.
   *
   * @return false: the lead has changed
   */
  private boolean awaitAbsence() throws InterruptedException {
    boolean[] changed = {false};
    control.says("%s leads until amoeba take-back %s".formatted(candidate(), round.primary()));
    var unused =
        tools
            .watch()
            .until(
                round.longest(),
                this::pass,
                () -> {
                  ClusterView seen = look();
                  changed[0] = status(seen).leader() != Leader.CANDIDATE;
                  boolean over =
                      RoundSight.clockSeconds(seen, candidate()) >= open().untilSeconds();
                  return changed[0] || over ? List.of() : List.of("nobody has taken it back");
                });
    return !changed[0];
  }

  /** Where the lead is away: pauses wait until it is back. */
  private void pass() {
    if (control.isStopping() || (control.isAborted() && !back)) {
      throw new StepAborted();
    }
  }

  // It returns.

  private Step<RoundsState> bringBack() throws InterruptedException {
    List<ClusterView> last = new ArrayList<>();
    boolean[] changed = {false};
    List<String> missing =
        tools
            .poller()
            .until(
                tools.promotion().limit(sight.home(open(), look())),
                this::pass,
                () -> {
                  ClusterView seen = look();
                  last.clear();
                  last.add(seen);
                  LeadStatus status = status(seen);
                  changed[0] =
                      status.leader() != Leader.CANDIDATE || status.former() == Former.GONE;
                  List<String> now =
                      changed[0]
                          ? List.of()
                          : tools.promotion().missing(seen, sight.home(open(), seen));
                  says(now);
                  return now;
                });
    if (changed[0]) {
      return status(last.get(0)).former() == Former.GONE
          ? giveUp(RoundProblems.formerLost(round, candidate()))
          : new Continue<>(state);
    }
    if (!missing.isEmpty()) {
      return notReturned(missing);
    }
    ClusterView seen = last.get(0);
    noteFullCopy(seen, candidate());
    ServerView leader = seen.server(candidate().id()).orElseThrow();
    long copies = RoundSight.fullCopies(seen, round.primary());
    write(open().in(RoundPhase.RETURNING).owning(leader.own(), copies));
    return tellBack();
  }

  private Step<RoundsState> notReturned(List<String> missing) {
    Problem problem = RoundProblems.cannotReturn(round, missing, back);
    return back ? giveUp(problem) : new Wait<>(state, problem);
  }

  private Step<RoundsState> tellBack() throws InterruptedException {
    if (tell(home()) || tools.promotion().isPromotedAfterAll(home())) {
      return new Continue<>(state);
    }
    return giveUp(RoundProblems.notTakenBack(round, candidate()));
  }

  private Step<RoundsState> returned() throws InterruptedException {
    ClusterView seen = lookAtLeader();
    tools.promotion().noteEarlierOrder(seen, home());
    return switch (status(seen).leader()) {
      case FORMER -> {
        tools.agreement().await(home(), tools.limits().agree());
        awaitSync();
        yield open().followed().isEmpty() ? finish() : go(open().in(RoundPhase.REALIGNING));
      }
      case CANDIDATE -> tellBack();
      case OTHER -> giveUp(RoundProblems.leadChangedByOthers(round));
      case UNKNOWN -> new Wait<>(state, RoundProblems.leaderUnknown(round, seen));
    };
  }

  /** Where a map does not come into force, routing is planned anew after the plan. */
  private Step<RoundsState> realign() throws InterruptedException {
    List<String> missing = awaitMaps(/* away= */ false);
    if (!missing.isEmpty()) {
      state = state.noting(RoundProblems.notRealigned(round, missing));
    }
    return finish();
  }

  /** Whether it copied everything shows when it is in sync. */
  private void awaitSync() throws InterruptedException {
    var unused =
        tools
            .poller()
            .until(
                tools.limits().promotion().sync(),
                this::pass,
                () ->
                    look()
                        .server(candidate().id())
                        .filter(server -> server.replication().linkUp())
                        .map(server -> List.<String>of())
                        .orElse(List.of(candidate() + " is not in sync")));
    noteFullCopy(look(), round.primary());
  }

  /** The round has ended as planned, or is undone. */
  private Step<RoundsState> finish() {
    return new Continue<>(open().done() ? state.oneEnded() : state.givenUp());
  }

  /** A restart of the server, which an absence is for, may cost a whole copy. */
  private void noteFullCopy(ClusterView seen, ShardServer leader) {
    if (round.task() != RoundTask.ABSENCE
        && RoundSight.fullCopies(seen, leader) > open().fullCopies()) {
      state = state.noting(RoundProblems.copied(leader));
    }
  }

  // What servers say.

  private ClusterView look() {
    return sight.look(open());
  }

  private LeadStatus status(ClusterView seen) {
    return sight.status(open(), seen);
  }

  private ShardServer candidate() {
    return sight.candidate();
  }

  private Takeover away() {
    return sight.away(open());
  }

  private Takeover home() {
    return sight.home(open());
  }

  private void says(List<String> missing) {
    control.says(
        "%s, %s%s"
            .formatted(
                round.text(), open().phase(), missing.isEmpty() ? "" : ": " + missing.get(0)));
  }
}
