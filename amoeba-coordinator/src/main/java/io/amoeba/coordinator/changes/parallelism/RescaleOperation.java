package io.amoeba.coordinator.changes.parallelism;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.operations.Operation;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.StepClock;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.plan.PlanProgress;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rescales a job. A job that is stopped is no place to rest: a pause holds before the stop alone,
 * and the job is started in any case; without a plan, as it was.
 */
public final class RescaleOperation implements Operation<OpenRescale> {

  private static final Logger LOG = LoggerFactory.getLogger(RescaleOperation.class);

  /** How long a job that is stopped may take to run again when the coordinator ends. */
  private static final Duration LAST_STEP = Duration.ofSeconds(60);

  private final Rescaler bySavepoint;
  private final Rescaler inPlace;

  /**
   * An operation.
   *
   * @param jobs used by this alone
   * @param limit until all subtasks run with the new parallelism
   */
  public RescaleOperation(JobControl jobs, Duration limit) {
    this(jobs, RescaleOperation::newId, limit, StepClock.SYSTEM);
  }

  /**
   * The same with another time.
   *
   * @param ids 32 hexadecimal digits, each time others
   */
  RescaleOperation(JobControl jobs, Supplier<String> ids, Duration limit, StepClock clock) {
    this.bySavepoint = new SavepointRescaler(jobs, ids, limit, clock);
    this.inPlace = new InPlaceRescaler(jobs, limit, clock);
  }

  private static String newId() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  @Override
  public String kind() {
    return RescaleJob.KIND;
  }

  @Override
  public Class<OpenRescale> stateType() {
    return OpenRescale.class;
  }

  @Override
  public OpenRescale initial(PlanRecord plan) {
    OpenRescale planned =
        OpenRescale.planned(plan.plan().action().as(RescaleJob.class).orElseThrow());
    return plan.done() instanceof RescaleProgress earlier && !earlier.job().isEmpty()
        ? planned.done(earlier.job())
        : planned;
  }

  @Override
  public Step<OpenRescale> step(OpenRescale state, StepControl control)
      throws InterruptedException {
    if (!state.end().equals(OpenRescale.End.NONE)) {
      return end(state, control);
    }
    return state.isHalfDone() ? of(state.way()).goOn(state, control) : prepare(state, control);
  }

  private Step<OpenRescale> prepare(OpenRescale planned, StepControl control)
      throws InterruptedException {
    control.safePoint();
    control.says("it is checked whether the job can be rescaled");
    OpenRescale prepared;
    try {
      prepared = of(planned.way()).prepare(planned);
    } catch (Rescaler.Ended | RuntimeException e) {
      LOG.warn("job '{}' is not rescaled", planned.name(), e);
      return end(planned.ended("nothing was changed: " + e.getMessage()), control);
    }
    control.safePoint();
    return new Step.Continue<>(prepared);
  }

  /** The same steps: they ask themselves whether the new parallelism is wanted. */
  @Override
  public Step<OpenRescale> undo(OpenRescale state, StepControl control)
      throws InterruptedException {
    return step(state, control);
  }

  private Rescaler of(RescaleWay way) {
    return way == RescaleWay.SAVEPOINT ? bySavepoint : inPlace;
  }

  /** Who has aborted a plan is told why the job keeps its parallelism, too. */
  static Step<OpenRescale> end(OpenRescale ended, StepControl control) {
    String reason = ended.end().reason();
    if (reason.isEmpty()) {
      return new Step.Done<>(ended, List.of());
    }
    return control.isAborted()
        ? new Step.Done<>(ended, List.of(Problem.note("JOB_NOT_RESCALED", "", reason, "")))
        : new Step.Failed<>(ended, List.of(Problem.error("JOB_NOT_RESCALED", reason, "")));
  }

  @Override
  public boolean isHalfDone(OpenRescale state) {
    return state.isHalfDone();
  }

  @Override
  public PlanProgress progress(OpenRescale state) {
    return new RescaleProgress(state.end().job());
  }

  @Override
  public Problem halfDone(OpenRescale state) {
    return Symptoms.rescaleHalfDone(state.text()).problem();
  }

  @Override
  public Duration stopTimeout() {
    return LAST_STEP;
  }
}
