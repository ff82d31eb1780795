package io.amoeba.experiments.followed;

import io.amoeba.experiments.followed.JobCycle.Phase;
import io.amoeba.linearroad.observe.CoordinatorClient;
import io.amoeba.linearroad.observe.OrderedPlan;
import io.amoeba.linearroad.run.EndlessRun;
import io.amoeba.linearroad.servers.Pause;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Saves of the shard, by order or in a round that the coordinator plans. Confined to one thread.
 */
final class FollowedSaves {
  private static final String ACTION = "keep_up_servers";
  private static final long POLL_MILLIS = 20;
  private static final long WAIT_MILLIS = 200;
  private static final Duration LONGEST_ROUND = Duration.ofMinutes(3);
  private static final double MILLIS_PER_SECOND = 1e3;

  private final CoordinatorClient coordinator;
  private final SavedShard shard;
  private final EndlessRun run;
  private final Duration trigger;
  private long savedMillis = System.currentTimeMillis();

  /**
   * Right after a save.
   *
   * @param trigger time between two saves that Redis starts by itself
   */
  FollowedSaves(CoordinatorClient coordinator, SavedShard shard, EndlessRun run, Duration trigger) {
    this.coordinator = coordinator;
    this.shard = shard;
    this.run = run;
    this.trigger = trigger;
  }

  /**
   * A save with all that was done for its sake. Immutable.
   *
   * @param workSeconds of the save alone
   * @param phases of the round, if there was one
   */
  record Done(long fromMillis, long toMillis, double workSeconds, List<Phase> phases) {}

  /** The primary saves while it leads; the coordinator changes nothing. */
  Done whileItLeads() throws IOException, InterruptedException {
    coordinator.observe();
    long due = savedMillis + FollowedOptions.untilWork(trigger).toMillis();
    while (System.currentTimeMillis() < due) {
      run.check();
      Pause.millis(WAIT_MILLIS);
    }
    long from = System.currentTimeMillis();
    Duration took = shard.save();
    savedMillis = System.currentTimeMillis();
    return new Done(from, savedMillis, took.toMillis() / MILLIS_PER_SECOND, List.of());
  }

  /** The coordinator moves the lead and the records, lets the primary save, and returns both. */
  Done inARound() throws IOException, InterruptedException {
    var before = shard.lastSave();
    coordinator.act();
    OrderedPlan plan = awaitRound();
    SeenPhases seen = new SeenPhases();
    long deadline = System.currentTimeMillis() + LONGEST_ROUND.toMillis();
    while (!plan.hasEnded()) {
      seen.note(plan.phase(), System.currentTimeMillis());
      if (System.currentTimeMillis() > deadline) {
        throw failed(plan, "has not ended after " + LONGEST_ROUND.toSeconds() + " s");
      }
      run.check();
      Pause.millis(POLL_MILLIS);
      plan = coordinator.plan(plan.id());
    }
    long to = System.currentTimeMillis();
    if (!plan.state().equals("completed") || !shard.leads()) {
      throw failed(plan, "has not returned the lead");
    }
    if (!shard.lastSave().isAfter(before)) {
      throw failed(plan, "has ended without a save");
    }
    savedMillis = to;
    return new Done(seen.firstOrder(), to, seen.workSeconds(to), seen.sinceFirstOrder());
  }

  private OrderedPlan awaitRound() throws IOException, InterruptedException {
    long deadline = savedMillis + trigger.plus(LONGEST_ROUND).toMillis();
    while (System.currentTimeMillis() < deadline) {
      var plan =
          coordinator.newestPlan(ACTION).filter(newest -> newest.state().equals("executing"));
      if (plan.isPresent()) {
        return plan.get();
      }
      run.check();
      Pause.millis(POLL_MILLIS);
    }
    throw new IllegalStateException(
        "The coordinator has begun no round. It reports: " + coordinator.state().symptoms());
  }

  private static IllegalStateException failed(OrderedPlan plan, String what) {
    return new IllegalStateException(
        "%s is %s in phase %s, and %s: %s"
            .formatted(plan.id(), plan.state(), plan.phase(), what, plan.progress()));
  }
}
