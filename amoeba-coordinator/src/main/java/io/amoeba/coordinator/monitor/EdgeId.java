package io.amoeba.coordinator.monitor;

/** An aligned edge: the job's id and the name of the receiving operator. Immutable. */
public record EdgeId(String job, String operator) implements Comparable<EdgeId> {

  @Override
  public int compareTo(EdgeId other) {
    int byJob = job.compareTo(other.job);
    return byJob != 0 ? byJob : operator.compareTo(other.operator);
  }

  @Override
  public String toString() {
    return operator + "@" + job;
  }
}
