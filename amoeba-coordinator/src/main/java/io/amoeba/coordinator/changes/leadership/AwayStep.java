package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.changes.leadership.LeadStatus.Former;
import io.amoeba.coordinator.changes.leadership.LeadStatus.Leader;
import io.amoeba.coordinator.changes.leadership.StartedWork.State;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.Step.Continue;
import io.amoeba.coordinator.operations.Step.Wait;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.promotion.Poller.Polled;
import java.util.ArrayList;
import java.util.List;

/** A step while the lead is away: records follow it, the former primary works, and both return. */
final class AwayStep extends RoundStep {

  AwayStep(RoundTools tools, RoundsState state, StepControl control, boolean back) {
    super(tools, state, control, back);
  }

  @Override
  Step<RoundsState> take() throws InterruptedException {
    return switch (open().phase()) {
      case FOLLOWING -> follow();
      case WORKING -> work();
      case RETURNING -> returned();
      default -> realign();
    };
  }

  /** Where records cannot follow, the work is done nevertheless: it is short. */
  private Step<RoundsState> follow() throws InterruptedException {
    if (!back) {
      List<String> missing = noteMaps();
      if (missing.isEmpty()) {
        missing = awaitMaps(/* away= */ true);
      }
      if (!missing.isEmpty()) {
        state = state.noting(RoundProblems.notFollowed(round, candidate, missing));
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
      return giveUp(RoundProblems.formerLost(round, candidate));
    }
    State end = new ServerWorking(this, round.primary()).await(this::pass);
    return switch (end) {
      case DONE -> go(open().withWorkDone());
      case LEAD_CHANGED -> new Continue<>(state);
      case GONE -> giveUp(RoundProblems.formerLost(round, candidate));
      case FAILED, LOST, OVERDUE, NOT_BEGUN, RUNNING ->
          giveUp(RoundProblems.workFailed(round, round.primary(), end));
    };
  }

  /**
   * Waits until people say that the server may lead again: by an abort, which ends the step.
   *
   * @return false: the lead has changed
   */
  private boolean awaitAbsence() throws InterruptedException {
    control.says("%s leads until amoeba take-back %s".formatted(candidate, round.primary()));
    return tools
        .watch()
        .until(
            round.longest(),
            this::pass,
            this::look,
            seen ->
                status(seen).leader() != Leader.CANDIDATE
                        || clockSeconds(seen, candidate) >= open().untilSeconds()
                    ? List.of()
                    : List.of("nobody has taken it back"))
        .seen()
        .filter(seen -> status(seen).leader() != Leader.CANDIDATE)
        .isEmpty();
  }

  private Step<RoundsState> bringBack() throws InterruptedException {
    Polled polled =
        tools
            .poller()
            .until(
                tools.promotion().limit(home(look())),
                this::pass,
                this::look,
                seen -> {
                  List<String> missing =
                      isOver(status(seen))
                          ? List.of()
                          : tools.promotion().missing(seen, home(seen));
                  says(missing);
                  return missing;
                });
    if (!polled.missing().isEmpty()) {
      return notReturned(polled.missing());
    }
    ClusterView seen = polled.ready();
    LeadStatus status = status(seen);
    if (isOver(status)) {
      return status.former() == Former.GONE
          ? giveUp(RoundProblems.formerLost(round, candidate))
          : new Continue<>(state);
    }
    noteFullCopy(seen, candidate);
    ServerView leader = seen.server(candidate.id()).orElseThrow();
    long copies = fullCopies(seen, round.primary());
    write(open().in(RoundPhase.RETURNING).owning(leader.own(), copies));
    return tellBack();
  }

  /** Whether the primary cannot lead again, or need not be told. */
  private static boolean isOver(LeadStatus status) {
    return status.leader() != Leader.CANDIDATE || status.former() == Former.GONE;
  }

  private Step<RoundsState> notReturned(List<String> missing) {
    Problem problem = RoundProblems.cannotReturn(round, missing, back);
    return back ? giveUp(problem) : new Wait<>(state, problem);
  }

  private Step<RoundsState> tellBack() throws InterruptedException {
    if (tell(home()) || tools.promotion().isPromotedAfterAll(home())) {
      return new Continue<>(state);
    }
    return giveUp(RoundProblems.notTakenBack(round, candidate));
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
                        .server(candidate.id())
                        .filter(server -> server.replication().linkUp())
                        .map(server -> List.<String>of())
                        .orElse(List.of(candidate + " is not in sync")));
    noteFullCopy(look(), round.primary());
  }

  /** The round has ended as planned, or is undone. */
  private Step<RoundsState> finish() {
    return new Continue<>(open().done() ? state.oneEnded() : state.givenUp());
  }

  /** A restart of the server, which an absence is for, may cost a whole copy. */
  private void noteFullCopy(ClusterView seen, ShardServer leader) {
    if (round.task() != RoundTask.ABSENCE && fullCopies(seen, leader) > open().fullCopies()) {
      state = state.noting(RoundProblems.copied(leader));
    }
  }
}
