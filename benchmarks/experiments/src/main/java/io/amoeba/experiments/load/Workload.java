package io.amoeba.experiments.load;

/** YCSB's core workloads that read and update single rows, and one between them. */
public enum Workload {
  /** Half of the operations are updates. */
  A(0.5),
  /** One operation in twenty is an update. */
  B(0.95),
  /** Reads only. */
  C(1),
  /** One operation in five is an update. */
  R80(0.8);

  private final double readShare;

  Workload(double readShare) {
    this.readShare = readShare;
  }

  /** Reads among all operations, 0 … 1. */
  public double readShare() {
    return readShare;
  }
}
