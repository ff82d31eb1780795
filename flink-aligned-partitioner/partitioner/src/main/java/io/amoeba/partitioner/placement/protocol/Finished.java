package io.amoeba.partitioner.placement.protocol;

/** A gate that has finished every record before an epoch, by the hash of its routers. Immutable. */
public final class Finished {

  private final int subtask;
  private final long epoch;
  private final long cohort;

  /** A gate's report that it has processed every record routed before an epoch. */
  public Finished(int subtask, long epoch, long cohort) {
    this.subtask = subtask;
    this.epoch = epoch;
    this.cohort = cohort;
  }

  /** The gate's subtask index. */
  public int subtask() {
    return subtask;
  }

  /** The epoch. */
  public long epoch() {
    return epoch;
  }

  /** Hash of the routers' incarnations. */
  public long cohort() {
    return cohort;
  }

  /** Whether the report is about this epoch and these routers. */
  public boolean isAbout(long wantedEpoch, long wantedCohort) {
    return epoch == wantedEpoch && cohort == wantedCohort;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Finished
        && ((Finished) other).subtask == subtask
        && ((Finished) other).isAbout(epoch, cohort);
  }

  @Override
  public int hashCode() {
    return (31 * subtask + Long.hashCode(epoch)) * 31 + Long.hashCode(cohort);
  }

  @Override
  public String toString() {
    return "gate " + subtask + " finished before epoch " + epoch;
  }
}
