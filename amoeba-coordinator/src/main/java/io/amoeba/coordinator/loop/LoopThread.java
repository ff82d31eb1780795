package io.amoeba.coordinator.loop;

import io.amoeba.coordinator.changes.routing.Drill;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two threads of the loop: one ticks at every interval (less often while nothing changes) and
 * soon after a change; the other ends plans and steps the drill, so that a system that does not
 * answer cannot delay them. Safe for concurrent use.
 */
public final class LoopThread implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LoopThread.class);

  /** Changes come in bursts, one per task manager; one tick serves them all. */
  private static final long BURST_MILLIS = 20;

  /** Reports that nobody renews end without a message. */
  private static final long DRILL_CHECK_MILLIS = 100;

  /** How much rarer ticks are while there is calm. */
  private static final long CALM_TIMES = 4;

  /** How long the pause between ticks may become by that. */
  private static final long CALM_MILLIS = 2_000;

  private static final Future<?> NOTHING = CompletableFuture.completedFuture(null);

  private final ControlLoop loop;
  private final Drill drill;
  private final Duration interval;
  private final ScheduledExecutorService ticks = thread("amoeba-loop");
  private final ScheduledExecutorService handOvers = thread("amoeba-hand-over");
  private final AtomicBoolean earlyTick = new AtomicBoolean();

  /** Of the hand-overs' thread. */
  private Future<?> drillStep = NOTHING;

  /** A thread that is not started yet. */
  public LoopThread(ControlLoop loop, Drill drill, Duration interval) {
    this.loop = loop;
    this.drill = drill;
    this.interval = interval;
  }

  /** Begins with a tick. */
  public void start() {
    ticks.execute(this::tickAgainAndAgain);
  }

  private void tickAgainAndAgain() {
    guarded("tick", loop::tick);
    long millis = interval.toMillis();
    long calmMillis = Math.max(millis, Math.min(CALM_TIMES * millis, CALM_MILLIS));
    var unused = later(ticks, this::tickAgainAndAgain, loop.isCalm() ? calmMillis : millis);
  }

  /** And at its next turn again, while there is one: who only looks on does not wake up for it. */
  private void stepDrill() {
    guarded("drill", drill::step);
    drillStep.cancel(false);
    if (drill.isActive()) {
      long millis = drill.millisToNextTurn().orElse(DRILL_CHECK_MILLIS);
      drillStep = later(handOvers, this::stepDrill, Math.min(millis, DRILL_CHECK_MILLIS));
    }
  }

  private static Future<?> later(ScheduledExecutorService thread, Runnable task, long millis) {
    try {
      return thread.schedule(task, millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("Something would be due while the coordinator ends");
      return NOTHING;
    }
  }

  /** To be called after every change of the mode, of a drill, or of what task managers report. */
  public void somethingChanged() {
    try {
      react();
    } catch (RejectedExecutionException e) {
      LOG.debug("Something changed while the coordinator ends");
    }
  }

  private void react() {
    handOvers.execute(
        () -> {
          guarded("confirmation", loop::confirm);
          stepDrill();
        });
    if (!drill.isActive() && earlyTick.compareAndSet(false, true)) {
      ticks.schedule(
          () -> {
            earlyTick.set(false);
            guarded("tick", loop::tick);
          },
          BURST_MILLIS,
          TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void close() {
    ticks.shutdownNow();
    handOvers.shutdownNow();
    try {
      if (!ticks.awaitTermination(5, TimeUnit.SECONDS)) {
        LOG.warn("the control loop did not end within 5 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One failed round must not end the loop: the next one begins from fresh observations. */
  private static void guarded(String what, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("{} failed; the loop continues", what, e);
    }
  }

  private static ScheduledExecutorService thread(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }
}
