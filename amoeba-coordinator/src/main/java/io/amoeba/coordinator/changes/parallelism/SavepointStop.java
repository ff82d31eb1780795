package io.amoeba.coordinator.changes.parallelism;

import io.amoeba.coordinator.changes.parallelism.Rescaler.Ended;
import io.amoeba.coordinator.changes.parallelism.Rescaler.Stuck;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.operations.StepClock;
import io.amoeba.coordinator.operations.StepControl;
import java.util.List;
import java.util.Optional;

/** Stops the job and finds out where its savepoint is. Confined to one thread. */
final class SavepointStop {

  /*
   * A stop that Flink has taken is forgotten when its JobManager restarts, and then the job goes on.
   * One that nobody has answered may still be on its way, and must not be given up: it would stop
   * the job when nobody waits for that any more.
   */
  private static final int MOST_FORGOTTEN = 3;

  private final JobControl jobs;
  private final StepClock clock;

  SavepointStop(JobControl jobs, StepClock clock) {
    this.jobs = jobs;
    this.clock = clock;
  }

  /**
   * Goes on until the job has stopped.
   *
   * @return where its savepoint is
   * @throws Ended if it has not stopped and will not, or others have ended it
   * @throws Stuck if it has ended without a savepoint from which it can go on
   */
  String await(OpenRescale open, StepControl control) throws Ended, Stuck, InterruptedException {
    int forgotten = 0;
    boolean asked = false;
    String refused = "";
    while (true) {
      try {
        StopSight sight = jobs.stopped(open.job(), open.trigger());
        if (sight instanceof StopSight.Stopped stopped) {
          return stopped.savepoint();
        }
        // While the stop is under way there is no need to look; a job that is ending ends first.
        JobSight job = sight instanceof StopSight.UnderWay ? JobSight.NONE : jobs.look(open.job());
        if (job.standing() != JobSight.Standing.ENDING) {
          if (sight instanceof StopSight.Failed failed) {
            return afterAll(open, job, failed.reason());
          }
          if (sight instanceof StopSight.Unknown) {
            forgotten += asked ? 1 : 0;
            asked = false;
            boolean alive = job.standing() == JobSight.Standing.ALIVE;
            if (!alive || !refused.isEmpty() || forgotten == MOST_FORGOTTEN) {
              String reason = refused.isEmpty() ? "Flink has forgotten the stop" : refused;
              return afterAll(open, job, reason);
            }
            jobs.stop(open.job(), open.trigger());
            asked = true;
          }
        }
        control.says("it is being stopped with a savepoint");
      } catch (JobControl.Refused e) {
        refused = String.valueOf(e.getMessage());
      } catch (JobControl.Unreachable e) {
        control.says("it is being stopped with a savepoint; " + e.getMessage());
        if (control.isStopping()) {
          throw new Stuck(
              Symptoms.rescaleHalfDone(e.getMessage() + "; the job may have stopped").problem());
        }
      }
      clock.sleep(Rescaler.BETWEEN_LOOKS);
    }
  }

  /** The stop is over without a success that Flink tells of. */
  private String afterAll(OpenRescale open, JobSight sight, String reason) throws Ended, Stuck {
    switch (sight.standing()) {
      case ENDING -> throw new IllegalStateException("its outcome is not known yet");
      case ALIVE -> throw new Ended("it was not stopped, and continues unchanged: " + reason);
      case CANCELED -> throw new Ended("an operator has canceled it, so it is not started again");
      case FINISHED, FAILED, ABSENT -> {
        // Once its savepoint is complete it processes nothing more, also if it fails to stop.
        Optional<String> savepoint = jobs.savepoint(open.job(), open.trigger());
        if (savepoint.isPresent()) {
          return savepoint.get();
        }
      }
    }
    List<String> others = jobs.alive(open.name());
    if (!others.isEmpty()) {
      throw new Ended("an operator has started it again, as " + others.get(0));
    }
    throw new Stuck(
        sight.standing() == JobSight.Standing.FAILED
            ? failed(open, sight, reason)
            : ended(open, reason));
  }

  private Problem failed(OpenRescale open, JobSight sight, String reason) {
    Optional<String> newest = jobs.newest(open.job());
    return alarm(
        "job '%s' (%s) has failed by itself while it was being stopped, and does not run (%s)"
            .formatted(
                open.name(), open.job(), sight.failure().isEmpty() ? reason : sight.failure()),
        (newest.isPresent()
                ? "Start it from its newest checkpoint: "
                : "Flink has kept no checkpoint of it: start it from the newest savepoint that you have: ")
            + jobs.startByHand(open.from(), newest.orElse("<savepoint>")));
  }

  private Problem ended(OpenRescale open, String reason) {
    String folder = jobs.savepointFolder(open.trigger());
    return alarm(
        "job '%s' (%s) has ended and does not run, and Flink does not report the location of its savepoint (%s)"
            .formatted(open.name(), open.job(), reason),
        "If there is one in %s, start it from there: %s. Otherwise start it from its newest checkpoint"
            .formatted(folder, jobs.startByHand(open.from(), folder + "/<savepoint>")));
  }

  private static Problem alarm(String text, String remedy) {
    return Symptoms.jobDown(text, remedy).problem();
  }
}
