package io.amoeba.partitioner.placement.protocol;

import io.amoeba.partitioner.placement.Cohort;
import java.util.List;

/**
 * The last epoch in which every router was active and of which every gate had reported exactly
 * these routers' markers: the incarnations in subtask order. Immutable.
 */
public final class Completed {

  private final long epoch;
  private final List<Long> cohort;

  /** An epoch that every router and gate of a cohort has reached. */
  public Completed(long epoch, List<Long> cohort) {
    this.epoch = epoch;
    this.cohort = List.copyOf(cohort);
  }

  /** The epoch. */
  public long epoch() {
    return epoch;
  }

  /** Incarnations of the routers, in subtask order. */
  public List<Long> cohort() {
    return cohort;
  }

  /** Hash of the cohort, as gates report it. */
  public long cohortHash() {
    return Cohort.hash(cohort.stream().mapToLong(Long::longValue).toArray());
  }

  /** Whether a router may leave its epoch: the claim must be about it and its own incarnation. */
  public boolean covers(long routerEpoch, int subtask, int routers, long incarnation) {
    return epoch == routerEpoch
        && cohort.size() == routers
        && subtask < cohort.size()
        && cohort.get(subtask) == incarnation;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Completed
        && ((Completed) other).epoch == epoch
        && ((Completed) other).cohort.equals(cohort);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(epoch) + cohort.hashCode();
  }

  @Override
  public String toString() {
    return "epoch " + epoch + " of the cohort " + cohort;
  }
}
