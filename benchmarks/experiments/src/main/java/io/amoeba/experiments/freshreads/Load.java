package io.amoeba.experiments.freshreads;

/**
 * Clients with one request each, of which a part reads. Immutable.
 *
 * @param workload YCSB's
 */
record Load(Workload workload, int clients) {
  /** Nothing. */
  static final Load NONE = new Load(Workload.B, 0);

  /** YCSB's workloads. */
  enum Workload {
    /** Half of the requests update. */
    A(0.5),
    /** One in twenty updates. */
    B(0.95);

    private final double readShare;

    Workload(double readShare) {
      this.readShare = readShare;
    }

    double readShare() {
      return readShare;
    }
  }

  @Override
  public String toString() {
    return "YCSB-%s, %d clients".formatted(workload, clients);
  }
}
