package io.amoeba.coordinator.execute;

import io.amoeba.partitioner.placement.Cohort;
import java.util.List;

/**
 * The last epoch in which every router was active and of which every gate had reported exactly
 * these routers' markers: the incarnations in subtask order. Immutable.
 */
public record Completed(long epoch, List<Long> cohort) {

  public Completed {
    cohort = List.copyOf(cohort);
  }

  /** Hash of the cohort, as gates report it. */
  public long cohortHash() {
    return Cohort.hash(cohort.stream().mapToLong(Long::longValue).toArray());
  }
}
