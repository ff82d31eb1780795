package io.amoeba.coordinator.changes.parallelism;

import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.StepClock;
import io.amoeba.coordinator.operations.StepControl;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rescales a job by a stop with a savepoint and a start from there. Until the stop is asked for,
 * nothing has changed; from then on there is no way but to a job that runs. Confined to one thread.
 */
final class SavepointRescaler implements Rescaler {

  private static final Logger LOG = LoggerFactory.getLogger(SavepointRescaler.class);

  private final JobControl jobs;
  private final Supplier<String> ids;
  private final Duration limit;
  private final StepClock clock;

  /**
   * @param ids 32 hexadecimal digits, each time others
   * @param limit until all subtasks run with the new parallelism
   */
  SavepointRescaler(JobControl jobs, Supplier<String> ids, Duration limit, StepClock clock) {
    this.jobs = jobs;
    this.ids = ids;
    this.limit = limit;
    this.clock = clock;
  }

  @Override
  public OpenRescale prepare(OpenRescale planned) {
    jobs.check(planned.to());
    return planned.bySavepoint(ids.get());
  }

  @Override
  public Step<OpenRescale> goOn(OpenRescale begun, StepControl control)
      throws InterruptedException {
    return begun.isStopped() ? start(begun, control) : stop(begun, control);
  }

  private Step<OpenRescale> stop(OpenRescale begun, StepControl control)
      throws InterruptedException {
    try {
      String savepoint = new SavepointStop(jobs, clock).await(begun, control);
      OpenRescale wanted = control.isAborted() ? begun.takenBack() : begun;
      return durable(wanted.stopped(savepoint, ids.get()), control);
    } catch (Ended e) {
      return RescaleOperation.end(begun.ended(String.valueOf(e.getMessage())), control);
    } catch (Stuck e) {
      return new Step.Wait<>(begun, e.problem());
    }
  }

  /** A start that the next coordinator does not know of could be followed by a second one. */
  private Step<OpenRescale> durable(OpenRescale stopped, StepControl control) throws Stuck {
    try {
      control.write(stopped);
      return new Step.Continue<>(stopped);
    } catch (UncheckedIOException e) {
      LOG.error("{}: its stop cannot be kept", stopped.text(), e);
      throw new Stuck(
          Symptoms.jobDown(
                  "job '%s' was stopped and is not started again before its state can be written to disk (%s)"
                      .formatted(stopped.name(), e.getMessage()),
                  "To start it manually, stop the coordinator first, then: "
                      + jobs.startByHand(stopped.from(), stopped.savepoint()))
              .problem());
    }
  }

  private Step<OpenRescale> start(OpenRescale stopped, StepControl control)
      throws InterruptedException {
    SavepointStart start = new SavepointStart(jobs, ids, limit, clock, control, stopped);
    try {
      OpenRescale up = start.await();
      return RescaleOperation.end(
          start.isRescaled()
              ? up.done(up.successor().job())
              : up.ended(
                  "it continues from %s as job %s with %d subtasks, as before"
                      .formatted(up.savepoint(), up.successor().job(), up.from())),
          control);
    } catch (Ended e) {
      return RescaleOperation.end(start.open().ended(String.valueOf(e.getMessage())), control);
    } catch (Stuck e) {
      return new Step.Wait<>(start.open(), e.problem());
    }
  }
}
