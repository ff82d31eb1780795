package io.amoeba.partitioner.placement.protocol;

/** Names an aligned edge: the job's id (hexadecimal) and the receiving operator. Immutable. */
public final class EdgeId implements Comparable<EdgeId> {

  private final String job;
  private final String operator;

  /** An edge of a job. */
  public EdgeId(String job, String operator) {
    this.job = job;
    this.operator = operator;
  }

  /** Job id, 32 hexadecimal digits. */
  public String job() {
    return job;
  }

  /** Name of the receiving operator. */
  public String operator() {
    return operator;
  }

  @Override
  public int compareTo(EdgeId other) {
    int byJob = job.compareTo(other.job);
    return byJob != 0 ? byJob : operator.compareTo(other.operator);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EdgeId
        && ((EdgeId) other).job.equals(job)
        && ((EdgeId) other).operator.equals(operator);
  }

  @Override
  public int hashCode() {
    return 31 * job.hashCode() + operator.hashCode();
  }

  @Override
  public String toString() {
    return operator + " of job " + job;
  }
}
