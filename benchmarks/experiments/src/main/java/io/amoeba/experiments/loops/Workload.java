package io.amoeba.experiments.loops;

/** Names of workloads, for claims and plots. Stateless. */
public final class Workload {
  private static final double YCSB_A = 0.5;
  private static final double YCSB_B = 0.95;

  private Workload() {}

  /** By the reads' part of the requests, 0 to 1. */
  public static String name(double readShare) {
    if (readShare == YCSB_A) {
      return "YCSB-A";
    }
    return readShare == YCSB_B ? "YCSB-B" : "%.0f %% reads".formatted(readShare * 100);
  }
}
