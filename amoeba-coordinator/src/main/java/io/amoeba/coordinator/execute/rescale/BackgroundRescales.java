package io.amoeba.coordinator.execute.rescale;

import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.execute.background.BackgroundWork;
import io.amoeba.coordinator.execute.background.BackgroundWork.Result;
import io.amoeba.coordinator.execute.background.PlanWork;
import io.amoeba.coordinator.execute.pause.Pausable;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.RescaleJob;
import io.amoeba.coordinator.plan.RescaleProgress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rescales the job in the background, and ends what an earlier coordinator left half done. Safe for
 * concurrent use.
 */
public final class BackgroundRescales implements PlanWork, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundRescales.class);

  /** How long a job that is stopped may take to run again when the coordinator ends. */
  private static final Duration LAST_STEP = Duration.ofSeconds(60);

  /**
   * How the change for a plan stands. Immutable.
   *
   * @param job id of the job that runs with the new parallelism; empty: none yet
   * @param underWay what is going on, in words; empty: nothing
   */
  public record Run(
      String plan, String job, String underWay, Optional<End> end, List<String> reasons)
      implements PlanWork.Run {
    public Run {
      reasons = List.copyOf(reasons);
    }

    @Override
    public PlanRecord advance(PlanRecord record) {
      return record.advanced(new RescaleProgress(job, underWay, ""));
    }
  }

  private final JobControl jobs;
  private final JobRescaler rescaler;
  private final BackgroundWork<RescaleControl, RescaleReport> work;
  private volatile Optional<RescaleControl> recovering = Optional.empty();
  private volatile boolean ending;
  private Optional<RescaleReport> recovered = Optional.empty(); // guarded by this

  /**
   * Work that rests, with what its journal says.
   *
   * @param jobs used by this alone
   * @param limit until all subtasks run with the new parallelism
   * @throws IllegalStateException if the journal cannot be read
   */
  public BackgroundRescales(JobControl jobs, RescaleJournal journal, Duration limit) {
    this.jobs = jobs;
    this.rescaler =
        new JobRescaler(jobs, journal, BackgroundRescales::newId, limit, RescaleClock.SYSTEM);
    this.work = new BackgroundWork<>("amoeba-rescale", journal.open().map(OpenRescale::text));
  }

  private static String newId() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  @Override
  public BackgroundWork<? extends Pausable, ?> background() {
    return work;
  }

  @Override
  public boolean carriesOut(PlanAction action) {
    return action instanceof RescaleJob;
  }

  /** A job that is stopped is started in any case; without a plan, as it was. */
  @Override
  public Optional<Symptom> recover(Recovery recovery) {
    if (recovery == Recovery.UNDO) {
      recovering.ifPresent(RescaleControl::abort);
    }
    return work.recover(() -> recoverNow(recovery))
        .map(
            left ->
                left.startsWith(RescaleStuck.ALARM)
                    ? Symptoms.jobDown(left.substring(RescaleStuck.ALARM.length()))
                    : Symptoms.rescaleHalfDone(left));
  }

  private Optional<String> recoverNow(Recovery recovery) {
    Optional<OpenRescale> open;
    try {
      open = rescaler.open();
    } catch (IllegalStateException e) {
      LOG.error("the unfinished change cannot be read", e);
      return Optional.of(String.valueOf(e.getMessage()));
    }
    if (open.isEmpty()) {
      return Optional.empty();
    }
    RescaleControl control = new RescaleControl();
    if (recovery == Recovery.UNDO) {
      control.abort();
    }
    recovering = Optional.of(control);
    if (ending) {
      control.leave();
    }
    try {
      RescaleReport report = rescaler.goOn(open.get(), control);
      LOG.info("recovery of {}: {}", open.get().text(), report);
      note(report);
      return report.left();
    } finally {
      recovering = Optional.empty();
    }
  }

  private synchronized void note(RescaleReport report) {
    if (report.left().isEmpty()) {
      recovered = Optional.of(report);
    }
  }

  @Override
  public synchronized Optional<UnaryOperator<PlanRecord>> recovered() {
    Optional<RescaleReport> report = recovered;
    recovered = Optional.empty();
    return report.map(
        r -> plan -> plan.advanced(new RescaleProgress(r.job().orElse(""), "", r.reason())));
  }

  @Override
  public synchronized void begin(PlanRecord plan) {
    if (plan.plan().action() instanceof RescaleJob action && work.isFree()) {
      String done = plan.done() instanceof RescaleProgress earlier ? earlier.job() : "";
      RescaleControl control = new RescaleControl();
      work.begin(
          plan.id(),
          control,
          () -> {
            RescaleReport report =
                done.isEmpty() ? rescaler.begin(action, control) : RescaleReport.done(done);
            return new Result<>(report, report.left());
          });
    }
  }

  @Override
  public Optional<Run> run() {
    return work.running()
        .map(
            now ->
                new Run(
                    now.plan(),
                    now.report().flatMap(RescaleReport::job).orElse(""),
                    now.task().doing(),
                    now.report().map(RescaleReport::end),
                    now.report().map(RescaleReport::reason).filter(r -> !r.isEmpty()).stream()
                        .toList()));
  }

  /** A job that is stopped is not left so, unless Flink does not answer or takes its time. */
  @Override
  public void close() {
    ending = true;
    recovering.ifPresent(RescaleControl::leave);
    work.close(RescaleControl::leave, LAST_STEP);
    jobs.close();
  }
}
