package io.amoeba.coordinator.changes.parallelism;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanProgress;
import java.util.Map;
import java.util.Optional;

/**
 * The id of the job that runs with the new parallelism (empty: none yet), what is going on, in
 * words (empty: nothing), and why it came to another end (empty: it did not). Immutable.
 */
@JsonTypeName("job")
public record RescaleProgress(String job, String underWay, String ended) implements PlanProgress {

  /** The job runs as before. */
  public static final RescaleProgress NONE = new RescaleProgress("", "", "");

  @Override
  public PlanProgress withUnderWay(String now) {
    return new RescaleProgress(job, now, ended);
  }

  @Override
  public boolean hasMore(ChangePlan plan) {
    return true; // who rescales it says when the job runs
  }

  @Override
  public boolean isComplete(ChangePlan plan) {
    return !job.isEmpty();
  }

  @Override
  public boolean isAtSafePoint() {
    return false;
  }

  @Override
  public int reassignedHashSlots(ChangePlan plan) {
    return 0;
  }

  @Override
  public Optional<String> failure() {
    return Optional.of(ended).filter(reason -> !reason.isEmpty());
  }

  @Override
  public String text(ChangePlan plan) {
    int subtasks = plan.action().as(RescaleJob.class).map(RescaleJob::to).orElse(0);
    if (!job.isEmpty()) {
      return "job %s has %d subtasks".formatted(job, subtasks);
    }
    if (!ended.isEmpty()) {
      return ended;
    }
    return underWay.isEmpty() ? "no job has %d subtasks".formatted(subtasks) : underWay;
  }

  @Override
  public Map<String, Object> fields() {
    return job.isEmpty() ? Map.of() : Map.of("rescaledJob", job);
  }
}
