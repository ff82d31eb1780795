package io.amoeba.coordinator.changes.parallelism;

import io.amoeba.coordinator.changes.parallelism.Rescaler.Ended;
import io.amoeba.coordinator.changes.parallelism.Rescaler.Stuck;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.operations.StepClock;
import io.amoeba.coordinator.operations.StepControl;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a stopped job from its savepoint, until it runs: with the new parallelism, or with the old
 * one if that cannot be had. A successor is started under one id, which Flink takes once, and
 * another one only when it has ended: there are never two. For one run, confined to one thread.
 */
final class SavepointStart {

  private static final Logger LOG = LoggerFactory.getLogger(SavepointStart.class);

  /** A start that was asked for shows after a while. */
  private static final Duration BETWEEN_STARTS = Duration.ofSeconds(5);

  private final JobControl jobs;
  private final Supplier<String> ids;
  private final Duration limit;
  private final StepClock clock;
  private final StepControl control;
  private OpenRescale open;
  private long begun;
  private long asked;
  private String refused = "";
  private int parallelism;

  /**
   * @param ids of new jobs, each another one
   * @param limit until all subtasks run with the new parallelism
   * @param stopped a job that has stopped
   */
  SavepointStart(
      JobControl jobs,
      Supplier<String> ids,
      Duration limit,
      StepClock clock,
      StepControl control,
      OpenRescale stopped) {
    this.jobs = jobs;
    this.ids = ids;
    this.limit = limit;
    this.clock = clock;
    this.control = control;
    this.open = stopped;
    beginAnew();
  }

  private void beginAnew() {
    begun = clock.nanos();
    asked = begun - BETWEEN_STARTS.toNanos();
    refused = "";
  }

  /**
   * Goes on until a job runs.
   *
   * @return the change with that job as successor
   * @throws Ended if others have taken it over
   * @throws Stuck if no job can be started now
   */
  OpenRescale await() throws Ended, Stuck, InterruptedException {
    while (true) {
      try {
        if (isUp(jobs.look(open.successor().job()))) {
          return open;
        }
      } catch (JobControl.Unreachable e) {
        control.says("it is stopped, and being started again; " + e.getMessage());
        if (control.isStopping()) {
          throw new Stuck(alarm(String.valueOf(e.getMessage())));
        }
      }
      clock.sleep(Rescaler.BETWEEN_LOOKS);
    }
  }

  /** The change as it is durable. */
  OpenRescale open() {
    return open;
  }

  /** Whether the job that runs has the new parallelism. */
  boolean isRescaled() {
    return !open.isTakenBack() || parallelism == open.to();
  }

  private boolean isUp(JobSight sight) throws Ended, Stuck {
    if (open.successor().withdrawn()) {
      withdraw(sight);
      return false;
    }
    return switch (sight.standing()) {
      case ABSENT -> {
        start();
        yield false;
      }
      case ALIVE -> {
        if (!sight.allRun()) {
          follow(sight);
        }
        parallelism = sight.parallelism();
        yield sight.allRun();
      }
      case ENDING -> false;
      case FINISHED -> {
        parallelism = sight.parallelism();
        yield true;
      }
      case CANCELED ->
          throw new Ended(
              "an operator has canceled job %s, which continued from %s"
                  .formatted(open.successor().job(), open.savepoint()));
      case FAILED -> {
        failed(sight);
        yield false;
      }
    };
  }

  private void start() throws Ended, Stuck {
    long now = clock.nanos();
    if (now - asked < BETWEEN_STARTS.toNanos()) {
      return;
    }
    if (!refused.isEmpty()) {
      giveUp();
      return;
    }
    List<String> alive = jobs.alive(open.name());
    if (alive.contains(open.successor().job())) {
      return; // an earlier request has just arrived
    }
    if (!alive.isEmpty()) {
      throw new Ended("an operator has started it again, as " + alive.get(0));
    }
    asked = now;
    control.says("it is stopped, and being started with %d subtasks".formatted(open.parallelism()));
    try {
      jobs.start(open.successor().job(), open.parallelism(), open.savepoint());
    } catch (JobControl.Refused e) {
      refused = String.valueOf(e.getMessage());
    }
  }

  /*
   * A refusal may be one of the way to Flink, behind which the job starts: it would show by now, but
   * who knows. So the next attempt has the same id, which only one of them gets.
   */
  private void giveUp() throws Stuck {
    String reason = "%d subtasks were refused: %s".formatted(open.parallelism(), refused);
    if (open.isTakenBack()) {
      throw new Stuck(alarm(reason));
    }
    LOG.warn("{}: {}", open.text(), reason);
    enter(open.takenBack());
    beginAnew();
  }

  /** What has begun is Flink's to keep alive, from checkpoints that it alone knows. */
  private void follow(JobSight sight) throws Stuck {
    long waited = clock.nanos() - begun;
    String subtasks =
        "job %s starts with %d subtasks since %d s"
            .formatted(
                open.successor().job(), open.parallelism(), Duration.ofNanos(waited).toSeconds());
    control.says(subtasks);
    if (waited <= limit.toNanos()) {
      return;
    }
    if (sight.begun() || open.isTakenBack()) {
      throw new Stuck(
          Symptoms.jobDown(
                  "job '%s' does not run: %s".formatted(open.name(), subtasks),
                  "See in Flink why, and that it has a free task slot for each")
              .problem());
    }
    LOG.warn(
        "{}: no subtask was deployed within {} s, probably for want of task slots; it goes back to {} subtasks",
        open.text(),
        limit.toSeconds(),
        open.from());
    enter(open.withdrawn());
  }

  private void withdraw(JobSight sight) {
    if (sight.standing() == JobSight.Standing.ALIVE) {
      jobs.cancel(open.successor().job());
    } else if (sight.standing() != JobSight.Standing.ENDING) {
      again("it was canceled before it ran");
    }
  }

  /** Flink has given it up; what it has not processed is all in the savepoint. */
  private void failed(JobSight sight) throws Stuck {
    if (sight.begun()) {
      throw new Stuck(
          alarm(
              "its successor %s ran, and has failed: %s; if that has taken checkpoints, start it from the newest instead"
                  .formatted(open.successor().job(), sight.failure())));
    }
    if (open.isTakenBack()) {
      again("it failed before it ran");
      throw new Stuck(alarm(sight.failure()));
    }
    again("it failed before it ran: " + sight.failure());
  }

  private void enter(OpenRescale next) {
    control.write(next);
    open = next;
  }

  /** The next successor, with the old parallelism. */
  private void again(String why) {
    LOG.warn("{}: {} is replaced: {}", open.text(), open.successor().job(), why);
    enter(open.takenBack().stopped(open.savepoint(), ids.get()));
    beginAnew();
  }

  private Problem alarm(String reason) {
    return Symptoms.jobDown(
            "job '%s' was stopped and does not run: %s. The coordinator retries"
                .formatted(open.name(), reason.isEmpty() ? "Flink does not say why" : reason),
            "To start it manually, stop the coordinator first, then: "
                + jobs.startByHand(open.from(), open.savepoint()))
        .problem();
  }
}
