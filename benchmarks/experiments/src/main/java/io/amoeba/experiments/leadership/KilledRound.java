package io.amoeba.experiments.leadership;

import io.amoeba.experiments.Waiting;
import io.amoeba.experiments.leadership.KillPoint.Moment;
import io.amoeba.experiments.leadership.KillPoint.Victim;
import io.amoeba.experiments.loops.Span;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A round with manual failovers in which a server is killed, up to the moment at which the group is
 * whole again and the primary leads. Confined to one thread.
 */
final class KilledRound implements LeadMover {
  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final Duration POLL = Duration.ofMillis(50);

  private final KillPoint point;
  private final ManualFailover failover;

  /**
   * Prepares it.
   *
   * @param failover of all rounds, which knows who has to rest
   */
  KilledRound(KillPoint point, ManualFailover failover) {
    this.point = point;
    this.failover = failover;
  }

  @Override
  public void rest(Group group) {
    failover.rest(group);
  }

  @Override
  public Round carryOut(Group group, Work work) {
    GroupServer former = group.primary();
    GroupServer next = group.candidate();
    GroupServer victim = point.victim() == Victim.FORMER ? former : next;
    GroupServer survivor = point.victim() == Victim.FORMER ? next : former;
    long from = System.nanoTime();
    comeTo(group, work);
    long killed = System.nanoTime();
    group.kill(victim);
    await(survivor + " leads", survivor::leads);
    Span outage = new Span(killed, System.nanoTime());
    group.restart(victim);
    await(victim + " follows", victim::isInSync);
    if (survivor.equals(next)) {
      failover.rest(group);
      failover.promote(group, former, next);
    }
    return new Round(new Span(from, System.nanoTime()), null, List.of(outage));
  }

  private void comeTo(Group group, Work work) {
    GroupServer former = group.primary();
    if (point.moment() == Moment.LEADING_AWAY) {
      failover.order(group.candidate());
      return;
    }
    failover.promote(group, group.candidate(), former);
    if (point.moment() == Moment.WORKING) {
      work.begin(group, former);
    } else {
      work.carryOut(group, former);
      failover.order(former);
    }
  }

  private static void await(String what, BooleanSupplier condition) {
    if (!Waiting.upTo(LONGEST, POLL, condition)) {
      throw new IllegalStateException(
          "Timed out after %d s waiting until %s: see the logs of the servers"
              .formatted(LONGEST.toSeconds(), what));
    }
  }
}
