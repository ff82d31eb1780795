package io.amoeba.coordinator.execute.rescale;

import io.amoeba.coordinator.execute.background.PlanWork.End;
import io.amoeba.coordinator.plan.RescaleJob;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Rescales a job by a stop with a savepoint and a start from there. Until the stop is asked for,
 * nothing has changed; from then on there is no way but to a job that runs. Confined to one thread.
 */
final class SavepointRescaler implements Rescaler {

  private final JobControl jobs;
  private final RescaleJournal journal;
  private final Supplier<String> ids;
  private final Duration limit;
  private final RescaleClock clock;

  /**
   * @param ids 32 hexadecimal digits, each time others
   * @param limit until all subtasks run with the new parallelism
   */
  SavepointRescaler(
      JobControl jobs,
      RescaleJournal journal,
      Supplier<String> ids,
      Duration limit,
      RescaleClock clock) {
    this.jobs = jobs;
    this.journal = journal;
    this.ids = ids;
    this.limit = limit;
    this.clock = clock;
  }

  @Override
  public OpenRescale prepare(RescaleJob action) {
    jobs.check(action.to());
    return OpenRescale.bySavepoint(action, ids.get());
  }

  @Override
  public RescaleReport goOn(OpenRescale begun, RescaleControl control)
      throws RescaleEnded, RescaleStuck, InterruptedException {
    OpenRescale open = begun;
    if (!open.isStopped()) {
      String savepoint = new SavepointStop(jobs, clock).await(open, control);
      OpenRescale wanted = control.isTakenBack() ? open.takenBack() : open;
      open = durable(wanted.stopped(savepoint, ids.get()));
    }
    boolean unwanted = open.isTakenBack();
    SavepointStart start = new SavepointStart(jobs, journal, ids, limit, clock, open);
    OpenRescale up = start.await(control);
    if (start.isRescaled()) {
      return RescaleReport.done(up.successor().job());
    }
    String reason =
        "it continues from %s as job %s with %d subtasks, as before"
            .formatted(up.savepoint(), up.successor().job(), up.from());
    return RescaleReport.ended(unwanted ? End.ABORTED : End.FAILED, reason);
  }

  /** A start that the next coordinator does not know of could be followed by a second one. */
  private OpenRescale durable(OpenRescale open) throws RescaleStuck {
    try {
      journal.write(open);
      return open;
    } catch (UncheckedIOException e) {
      throw new RescaleStuck(
          RescaleStuck.ALARM
              + "job '%s' was stopped and is not started again before its state can be written to disk (%s). To start it manually, stop the coordinator first, then: %s"
                  .formatted(
                      open.name(),
                      e.getMessage(),
                      jobs.startByHand(open.from(), open.savepoint())));
    }
  }
}
