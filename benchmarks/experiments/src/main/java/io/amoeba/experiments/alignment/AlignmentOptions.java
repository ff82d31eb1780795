package io.amoeba.experiments.alignment;

import io.amoeba.report.Outputs;
import java.time.Duration;
import java.util.List;

/**
 * The checked options of the experiment. Immutable.
 *
 * @param nodes sizes of the cluster, one after the other
 * @param delay of packets between containers, in each direction; zero: none
 * @param pairs measurements of both placements on each size
 * @param phase time of one placement
 * @param warmUp before the first of them
 * @param cpusPerNode of a TaskManager; the same for every size
 */
public record AlignmentOptions(
    List<Integer> nodes,
    Duration delay,
    int pairs,
    Duration phase,
    Duration warmUp,
    double cpusPerNode,
    Outputs outputs) {
  private static final double ENOUGH_FOR_BOTH_COMPILERS = 0.3;

  /** Whether so many CPUs are enough for the JVM's second compiler beside the work. */
  public static boolean takesBothCompilers(double cpusPerNode) {
    return cpusPerNode >= ENOUGH_FOR_BOTH_COMPILERS;
  }

  boolean bothCompilers() {
    return takesBothCompilers(cpusPerNode);
  }

  /**
   * Expressways of the traffic: as many per node on every size, so that each has the same work
   * between two watermarks, and keys are shared as evenly by many nodes as by few.
   */
  int expressways(int nodes) {
    // A simulated minute, whose crossings are answered together, is to be longer than the time
    // between two watermarks, and short against a phase.
    return nodes * (bothCompilers() ? 5 : 10);
  }

  /** Length of the traffic on one size. */
  Duration feed() {
    // The first placement takes effect a little later, and each change takes a moment.
    return warmUp.plus(phase.multipliedBy(2L * pairs + 1));
  }
}
