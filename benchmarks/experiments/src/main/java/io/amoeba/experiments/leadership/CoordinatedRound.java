package io.amoeba.experiments.leadership;

import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.leadership.KillPoint.Moment;
import io.amoeba.experiments.leadership.KillPoint.Victim;
import io.amoeba.experiments.loops.Span;
import io.amoeba.linearroad.observe.OrderedPlan;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator moves the lead to the candidate and returns it, as with {@code amoeba hand-over}
 * and {@code amoeba take-back}; the former primary works in between. Confined to one thread.
 */
final class CoordinatedRound implements LeadMover {
  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final Duration POLL = Duration.ofMillis(5);

  /** In the words of {@code amoeba explain}: the server may be stopped, or may work. */
  private static final String AWAY = " leads until amoeba take-back ";

  private final MovingCoordinator coordinator;
  private final ManualFailover failovers;
  private final @Nullable Moment killedAt;

  /**
   * Prepares it.
   *
   * @param failovers of all rounds, which know who has to rest
   * @param kill of the coordinator, or of nobody
   */
  CoordinatedRound(
      MovingCoordinator coordinator, ManualFailover failovers, @Nullable KillPoint kill) {
    this.coordinator = coordinator;
    this.failovers = failovers;
    this.killedAt = kill != null && kill.victim() == Victim.COORDINATOR ? kill.moment() : null;
  }

  @Override
  public void rest(Group group) {
    failovers.rest(group);
  }

  @Override
  public Round carryOut(Group group, Work work) {
    GroupServer former = group.primary();
    GroupServer next = group.candidate();
    long from = System.nanoTime();
    String plan = coordinator.handOver(former, next);
    Span away = changed(from, next, former, Moment.LEADING_AWAY);
    coordinator.await(plan, "that far that the replica leads", CoordinatedRound::isAway);
    if (killedAt == Moment.WORKING) {
      coordinator.kill();
    }
    Work.Done done = work.carryOut(group, former);
    if (killedAt == Moment.WORKING) {
      coordinator.restart();
    }
    long backFrom = System.nanoTime();
    coordinator.takeBack(former);
    Span back = changed(backFrom, former, next, Moment.RETURNING);
    coordinator.await(plan, "over", OrderedPlan::hasEnded);
    return new Round(away.until(back), done, List.of(away, back));
  }

  private static boolean isAway(OrderedPlan plan) {
    return plan.phase().contains(AWAY);
  }

  /** A change of the lead that the coordinator was told to make. */
  private Span changed(long from, GroupServer leader, GroupServer follower, Moment moment) {
    await(leader + " leads", leader::leads);
    failovers.promoted(leader);
    if (killedAt == moment) {
      coordinator.kill();
    }
    await(follower + " follows", follower::isInSync);
    Span change = new Span(from, System.nanoTime());
    if (killedAt == moment) {
      coordinator.restart();
    }
    return change;
  }

  private static void await(String what, BooleanSupplier condition) {
    if (!Waiting.upTo(LONGEST, POLL, condition)) {
      throw new IllegalStateException(
          "Timed out after %d s waiting until %s: see the logs of the servers"
              .formatted(LONGEST.toSeconds(), what));
    }
  }
}
