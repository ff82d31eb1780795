package io.amoeba.coordinator.changes.parallelism;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.PlanProgress;
import java.util.Map;

/**
 * The job that runs with the new parallelism. Immutable.
 *
 * @param job its id; empty: none yet
 */
@JsonTypeName("job")
public record RescaleProgress(String job) implements PlanProgress {

  /** The job runs as before. */
  public static final RescaleProgress NONE = new RescaleProgress("");

  @Override
  public int done() {
    return job.isEmpty() ? 0 : 1;
  }

  @Override
  public int total(ChangePlan plan) {
    return 1;
  }

  @Override
  public String text(ChangePlan plan) {
    int subtasks = plan.action().as(RescaleJob.class).map(RescaleJob::to).orElse(0);
    return job.isEmpty()
        ? "no job has %d subtasks".formatted(subtasks)
        : "job %s has %d subtasks".formatted(job, subtasks);
  }

  @Override
  public Map<String, Object> fields() {
    return job.isEmpty() ? Map.of() : Map.of("rescaledJob", job);
  }
}
