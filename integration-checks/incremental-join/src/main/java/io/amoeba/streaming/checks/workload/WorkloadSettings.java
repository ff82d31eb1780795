package io.amoeba.streaming.checks.workload;

/**
 * How much a {@link Workload} asks. Immutable.
 *
 * @param keys number of keys, all of which are written and read
 * @param writers threads that write
 * @param readers threads that read
 * @param writesPerSec of all writers together, if the cluster can follow
 * @param readsPerSec of all readers together, if the cluster can follow
 */
public record WorkloadSettings(
    int keys, int writers, int readers, int writesPerSec, int readsPerSec) {

  /** What one machine with two CPUs can carry next to four nodes. */
  public static WorkloadSettings defaults() {
    return new WorkloadSettings(2_000, 4, 4, 240, 240);
  }
}
