package io.amoeba.experiments.freshreads;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Answered reads in each tenth of a second. Immutable.
 *
 * <p>A step is steady from the first moment on at which the second that follows has 95 % of the
 * throughput of the step's second half, and its share of reads at replicas.
 */
final class Windows {
  static final int PER_SECOND = 10;

  private static final double PART_OF_STEADY = 0.95;
  private static final double SHARE_TOLERANCE = 0.05;

  private final int[] reads;
  private final int[] atReplicas;

  /** Takes copies; both have the same length. */
  Windows(int[] reads, int[] atReplicas) {
    this.reads = reads.clone();
    this.atReplicas = atReplicas.clone();
  }

  /**
   * One second of a step. Immutable.
   *
   * @param at its start, in seconds
   * @param replicaShare 0 to 1; NaN without any read
   */
  record Second(int at, int reads, double replicaShare) {}

  List<Second> seconds() {
    List<Second> seconds = new ArrayList<>();
    for (int from = 0; from + PER_SECOND <= reads.length; from += PER_SECOND) {
      seconds.add(
          new Second(
              from / PER_SECOND,
              sum(reads, from, from + PER_SECOND),
              share(from, from + PER_SECOND)));
    }
    return List.copyOf(seconds);
  }

  /** Seconds until the step is steady; NaN if it never is, or lasts less than four seconds. */
  double secondsToSteady() {
    int length = reads.length;
    if (length < 4 * PER_SECOND) {
      return Double.NaN;
    }
    double steady = (double) sum(reads, length / 2, length) / (length - length / 2) * PER_SECOND;
    double steadyShare = share(length / 2, length);
    for (int from = 0; from + PER_SECOND <= length; from++) {
      int to = from + PER_SECOND;
      if (sum(reads, from, to) >= PART_OF_STEADY * steady
          && Math.abs(share(from, to) - steadyShare) <= SHARE_TOLERANCE) {
        return (double) from / PER_SECOND;
      }
    }
    return Double.NaN;
  }

  private double share(int from, int to) {
    int all = sum(reads, from, to);
    return all == 0 ? Double.NaN : (double) sum(atReplicas, from, to) / all;
  }

  private static int sum(int[] counts, int from, int to) {
    return Arrays.stream(counts, from, to).sum();
  }
}
