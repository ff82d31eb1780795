package io.amoeba.experiments.ycsb;

/** YCSB's core workloads that read and update single rows. */
public enum Workload {
  /** Half of the operations are updates. */
  A(0.5),
  /** One operation in twenty is an update. */
  B(0.95);

  private final double readShare;

  Workload(double readShare) {
    this.readShare = readShare;
  }

  /** Reads among all operations, 0 … 1. */
  public double readShare() {
    return readShare;
  }
}
