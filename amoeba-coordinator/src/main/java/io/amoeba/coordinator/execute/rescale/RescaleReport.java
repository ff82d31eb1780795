package io.amoeba.coordinator.execute.rescale;

import io.amoeba.coordinator.execute.background.PlanWork.End;
import java.util.Optional;

/**
 * What a change of parallelism has led to. Immutable.
 *
 * @param job id of the job that runs with the new parallelism, if one does
 * @param reason why there is none
 * @param left what is half done, in words
 */
public record RescaleReport(End end, Optional<String> job, String reason, Optional<String> left) {

  static RescaleReport done(String job) {
    return new RescaleReport(End.COMPLETED, Optional.of(job), "", Optional.empty());
  }

  /** Nothing is half done. */
  static RescaleReport ended(End end, String reason) {
    return new RescaleReport(end, Optional.empty(), reason, Optional.empty());
  }

  /** The next coordinator, or the next attempt, goes on. */
  static RescaleReport left(String what) {
    return new RescaleReport(End.LEFT, Optional.empty(), "", Optional.of(what));
  }
}
