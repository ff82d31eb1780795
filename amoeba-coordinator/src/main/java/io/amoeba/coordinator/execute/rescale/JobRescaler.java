package io.amoeba.coordinator.execute.rescale;

import io.amoeba.coordinator.execute.background.PlanWork.End;
import io.amoeba.coordinator.plan.RescaleJob;
import io.amoeba.coordinator.plan.RescaleWay;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rescales a job, and ends what somebody has begun and not ended. Whatever happens is a report.
 * Confined to one thread.
 */
public final class JobRescaler {

  private static final Logger LOG = LoggerFactory.getLogger(JobRescaler.class);

  private final RescaleJournal journal;
  private final Rescaler bySavepoint;
  private final Rescaler inPlace;

  /**
   * A rescaler that rests.
   *
   * @param ids 32 hexadecimal digits, each time others
   * @param limit until all subtasks run with the new parallelism
   */
  public JobRescaler(
      JobControl jobs,
      RescaleJournal journal,
      Supplier<String> ids,
      Duration limit,
      RescaleClock clock) {
    this.journal = journal;
    this.bySavepoint = new SavepointRescaler(jobs, journal, ids, limit, clock);
    this.inPlace = new InPlaceRescaler(jobs, journal, limit, clock);
  }

  /**
   * What has begun and not ended.
   *
   * @throws IllegalStateException if that cannot be seen
   */
  Optional<OpenRescale> open() {
    return journal.open();
  }

  /** Begins, and goes on to whatever end. */
  RescaleReport begin(RescaleJob action, RescaleControl control) {
    if (!control.passes()) {
      return turnedBack(control);
    }
    OpenRescale open;
    try {
      control.says("it is checked whether the job can be rescaled");
      open = of(action.way()).prepare(action);
    } catch (RescaleEnded | RuntimeException e) {
      LOG.warn("job '{}' is not rescaled", action.name(), e);
      return RescaleReport.ended(End.FAILED, "nothing was changed: " + e.getMessage());
    }
    if (!control.passes()) {
      return turnedBack(control);
    }
    try {
      journal.write(open);
    } catch (RuntimeException e) {
      LOG.error("job '{}' is not rescaled", action.name(), e);
      return RescaleReport.ended(End.FAILED, "nothing was changed: " + e.getMessage());
    }
    return goOn(open, control);
  }

  private static RescaleReport turnedBack(RescaleControl control) {
    return RescaleReport.ended(control.isLeaving() ? End.LEFT : End.ABORTED, "");
  }

  /** Goes on to whatever end; the journal ends with it, unless something is left half done. */
  RescaleReport goOn(OpenRescale open, RescaleControl control) {
    RescaleReport report = attempt(open, control);
    control.says("");
    if (report.left().isPresent()) {
      return report;
    }
    try {
      journal.end();
      return report;
    } catch (RuntimeException e) {
      LOG.error("{}: that it has ended could not be kept; it is tried again", open.text(), e);
      return RescaleReport.left(open.text() + ": " + e.getMessage());
    }
  }

  private RescaleReport attempt(OpenRescale open, RescaleControl control) {
    try {
      return of(open.way()).goOn(open, control);
    } catch (RescaleEnded e) {
      return RescaleReport.ended(End.FAILED, String.valueOf(e.getMessage()));
    } catch (RescaleStuck e) {
      LOG.error("{}", e.getMessage());
      return RescaleReport.left(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return RescaleReport.left(open.text());
    } catch (RuntimeException e) {
      LOG.error("{} and cannot continue; the coordinator retries", open.text(), e);
      return RescaleReport.left(open.text() + " and cannot continue: " + e.getMessage());
    }
  }

  private Rescaler of(RescaleWay way) {
    return way == RescaleWay.SAVEPOINT ? bySavepoint : inPlace;
  }
}
