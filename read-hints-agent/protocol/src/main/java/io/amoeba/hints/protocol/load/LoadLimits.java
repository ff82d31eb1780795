package io.amoeba.hints.protocol.load;

/**
 * Above which load is high. It is low again when all figures are below {@link #CALM} of their
 * limit. Immutable.
 *
 * @param cpu of all CPUs, 0 to 1
 */
public record LoadLimits(int pendingReads, double cpu, int pendingCompactions) {

  /** The gap between the two thresholds, so that a figure near its limit does not flap. */
  static final double CALM = 0.7;

  /** At this use of the CPUs hints are off: what is left belongs to clients. */
  static final double OVERLOADED_CPU = 0.97;

  static final int OVERLOADED_TIMES = 4;

  public static final LoadLimits DEFAULTS = new LoadLimits(32, 0.85, 100);

  boolean isHigh(NodeLoad load) {
    return load.pendingReads() > pendingReads
        || load.cpu() > cpu
        || load.pendingCompactions() > pendingCompactions;
  }

  boolean isOverloaded(NodeLoad load) {
    return load.pendingReads() > OVERLOADED_TIMES * pendingReads || load.cpu() > OVERLOADED_CPU;
  }

  boolean isCalm(NodeLoad load) {
    return load.pendingReads() <= CALM * pendingReads
        && load.cpu() <= CALM * cpu
        && load.pendingCompactions() <= CALM * pendingCompactions;
  }
}
