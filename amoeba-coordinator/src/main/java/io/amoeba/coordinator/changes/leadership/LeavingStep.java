package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.changes.leadership.StartedWork.State;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.Step.Continue;
import io.amoeba.coordinator.operations.Step.Wait;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.promotion.Poller.Polled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A step until the lead has left: replicas work, then the candidate is told to take over. */
final class LeavingStep extends RoundStep {

  LeavingStep(RoundTools tools, RoundsState state, StepControl control, boolean back) {
    super(tools, state, control, back);
  }

  @Override
  Step<RoundsState> take() throws InterruptedException {
    return switch (open().phase()) {
      case CHECKING -> check();
      case REPLICAS_WORKING -> replicasWork();
      default -> ledAway();
    };
  }

  private Step<RoundsState> check() throws InterruptedException {
    List<String> missing = awaitReady().missing();
    return missing.isEmpty()
        ? go(open().in(RoundPhase.REPLICAS_WORKING))
        : giveUp(RoundProblems.refused(round, missing));
  }

  /** Waits until the candidate may lead, or without one until the replicas may work. */
  private Polled awaitReady() throws InterruptedException {
    return tools
        .poller()
        .until(
            limit(),
            control::safePoint,
            this::look,
            seen -> {
              List<String> missing = new ArrayList<>(RoundChecks.missing(seen, round));
              if (round.candidate().isPresent()) {
                missing.addAll(tools.promotion().missing(seen, away(seen)));
              }
              says(missing);
              return missing;
            });
  }

  private Duration limit() {
    return round.candidate().isPresent()
        ? tools.promotion().limit(away(look()))
        : tools.limits().promotion().sync();
  }

  private Step<RoundsState> replicasWork() throws InterruptedException {
    OpenRound open = open();
    if (open.worked() < round.first().size()) {
      ShardServer replica = round.first().get(open.worked());
      State end = new ServerWorking(this, replica).await(control::safePoint);
      if (end != State.DONE) {
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

  /*
   * There is no safe point between the last look that found the candidate ready and the order, so
   * both are one step. It notes the phase before the order.
   */
  private Step<RoundsState> leadAway() throws InterruptedException {
    Polled polled = awaitReady();
    if (!polled.missing().isEmpty()) {
      return giveUp(RoundProblems.refused(round, polled.missing()));
    }
    ClusterView seen = polled.ready();
    ServerView primary = seen.server(round.primary().id()).orElseThrow();
    long copies = fullCopies(seen, candidate);
    write(open().in(RoundPhase.LEADING_AWAY).owning(primary.own(), copies));
    var unused = tell(away());
    return new Continue<>(state);
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
        OpenRound away = open().until(clockSeconds(seen, candidate) + round.longest().toSeconds());
        yield go(
            away.in(
                round.following().isEmpty() || back ? RoundPhase.WORKING : RoundPhase.FOLLOWING));
      }
      case FORMER ->
          tools.promotion().isPromotedAfterAll(away())
              ? new Continue<>(state)
              : giveUp(RoundProblems.leadNotChanged(round, candidate));
      case OTHER -> giveUp(RoundProblems.leadChangedByOthers(round));
      case UNKNOWN -> new Wait<>(state, RoundProblems.leaderUnknown(round, seen));
    };
  }
}
