package io.amoeba.coordinator.execute.rescale;

import io.amoeba.coordinator.execute.background.PlanWork.End;
import io.amoeba.coordinator.plan.RescaleJob;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rescales a job by its resource requirements; Flink's adaptive scheduler restarts it from its
 * newest checkpoint when there are task slots. Until then it runs as before. Confined to one
 * thread. Source: FLIP-291.
 */
final class InPlaceRescaler implements Rescaler {

  private static final Logger LOG = LoggerFactory.getLogger(InPlaceRescaler.class);

  private final JobControl jobs;
  private final RescaleJournal journal;
  private final Duration limit;
  private final RescaleClock clock;

  /**
   * @param limit until all subtasks run with the new parallelism
   */
  InPlaceRescaler(JobControl jobs, RescaleJournal journal, Duration limit, RescaleClock clock) {
    this.jobs = jobs;
    this.journal = journal;
    this.limit = limit;
    this.clock = clock;
  }

  @Override
  public OpenRescale prepare(RescaleJob action) throws RescaleEnded {
    List<String> operators = jobs.operators(action.job(), action.from());
    if (operators.isEmpty()) {
      throw new RescaleEnded(
          "no operator of the job is required to have %d subtasks".formatted(action.from()));
    }
    return OpenRescale.inPlace(action, operators);
  }

  @Override
  public RescaleReport goOn(OpenRescale begun, RescaleControl control)
      throws RescaleEnded, RescaleStuck, InterruptedException {
    OpenRescale open = begun;
    String reason = "";
    boolean asked = false;
    long since = clock.nanos();
    while (true) {
      try {
        JobSight sight = jobs.look(open.job());
        requireAlive(sight);
        if (!asked) {
          jobs.require(open.job(), open.operators(), open.parallelism());
          asked = true;
        } else if (sight.allRun() && sight.parallelism() == open.parallelism()) {
          return report(open, reason);
        }
        control.says("it is to have %d subtasks".formatted(open.parallelism()));
        boolean late = clock.nanos() - since > limit.toNanos();
        if (!open.isTakenBack() && (late || control.isTakenBack())) {
          reason =
              late
                  ? "not all of %d subtasks ran within %d s; are there task slots for them?"
                      .formatted(open.to(), limit.toSeconds())
                  : "";
          LOG.warn("{}: it goes back to {} subtasks; {}", open.text(), open.from(), reason);
          open = open.takenBack();
          journal.write(open);
          asked = false;
        }
      } catch (JobControl.Refused e) {
        throw new RescaleEnded("Flink refuses it: " + e.getMessage());
      } catch (JobControl.Unreachable e) {
        control.says("it is to have %d subtasks; %s".formatted(open.parallelism(), e.getMessage()));
      }
      if (control.isLeaving()) {
        throw new RescaleStuck(open.text());
      }
      clock.untilNextLook();
    }
  }

  private static void requireAlive(JobSight sight) throws RescaleEnded {
    if (!sight.standing().isOpen()) {
      throw new RescaleEnded(
          switch (sight.standing()) {
            case ABSENT -> "Flink knows nothing of the job any more";
            case FAILED ->
                sight.failure().isEmpty()
                    ? "the job has failed meanwhile"
                    : "the job has failed meanwhile: " + sight.failure();
            default -> "the job has ended meanwhile";
          });
    }
  }

  private static RescaleReport report(OpenRescale open, String reason) {
    if (!open.isTakenBack()) {
      return RescaleReport.done(open.job());
    }
    return reason.isEmpty()
        ? RescaleReport.ended(End.ABORTED, "it has %d subtasks, as before".formatted(open.from()))
        : RescaleReport.ended(End.FAILED, reason);
  }
}
