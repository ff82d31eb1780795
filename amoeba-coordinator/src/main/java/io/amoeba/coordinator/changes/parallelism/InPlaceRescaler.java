package io.amoeba.coordinator.changes.parallelism;

import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.StepClock;
import io.amoeba.coordinator.operations.StepControl;
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
  private final Duration limit;
  private final StepClock clock;

  /**
   * @param limit until all subtasks run with the new parallelism
   */
  InPlaceRescaler(JobControl jobs, Duration limit, StepClock clock) {
    this.jobs = jobs;
    this.limit = limit;
    this.clock = clock;
  }

  @Override
  public OpenRescale prepare(OpenRescale planned) throws Ended {
    List<String> operators = jobs.operators(planned.job(), planned.from());
    if (operators.isEmpty()) {
      throw new Ended(
          "no operator of the job is required to have %d subtasks".formatted(planned.from()));
    }
    return planned.inPlace(operators);
  }

  @Override
  public Step<OpenRescale> goOn(OpenRescale begun, StepControl control)
      throws InterruptedException {
    OpenRescale open = begun;
    String reason = "it has %d subtasks, as before".formatted(open.from());
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
          return RescaleOperation.end(
              open.isTakenBack() ? open.ended(reason) : open.done(open.job()), control);
        }
        control.says("it is to have %d subtasks".formatted(open.parallelism()));
        boolean late = clock.nanos() - since > limit.toNanos();
        if (!open.isTakenBack() && (late || control.isAborted())) {
          if (late) {
            reason =
                "not all of %d subtasks ran within %d s; are there task slots for them?"
                    .formatted(open.to(), limit.toSeconds());
          }
          LOG.warn("{}: it goes back to {} subtasks; {}", open.text(), open.from(), reason);
          control.write(open.takenBack());
          open = open.takenBack();
          asked = false;
        }
      } catch (Ended e) {
        return RescaleOperation.end(open.ended(String.valueOf(e.getMessage())), control);
      } catch (JobControl.Refused e) {
        return RescaleOperation.end(open.ended("Flink refuses it: " + e.getMessage()), control);
      } catch (JobControl.Unreachable e) {
        control.says("it is to have %d subtasks; %s".formatted(open.parallelism(), e.getMessage()));
      }
      if (control.isStopping()) {
        return new Step.Wait<>(open, Symptoms.rescaleHalfDone(open.text()).problem());
      }
      clock.sleep(BETWEEN_LOOKS);
    }
  }

  private static void requireAlive(JobSight sight) throws Ended {
    if (!sight.standing().isOpen()) {
      throw new Ended(
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
}
