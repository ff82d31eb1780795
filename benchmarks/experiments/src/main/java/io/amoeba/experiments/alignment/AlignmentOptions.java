package io.amoeba.experiments.alignment;

import io.amoeba.report.Outputs;
import java.time.Duration;
import java.util.List;

/**
 * How the placements are compared. Immutable.
 *
 * @param nodes sizes of the cluster, one after the other
 * @param delay of packets between containers, in each direction; zero: none
 * @param pairs how often both placements are measured on each size
 * @param phase how long one placement is in force
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
  /** Takes an immutable copy. */
  public AlignmentOptions {
    nodes = List.copyOf(nodes);
  }

  private static final double ENOUGH_FOR_BOTH_COMPILERS = 0.3;

  /** Whether so much of a processor is enough for the JVM's second compiler beside the work. */
  public static boolean takesBothCompilers(double cpusPerNode) {
    return cpusPerNode >= ENOUGH_FOR_BOTH_COMPILERS;
  }

  /**
   * What comes at regular times, whatever the work is, and is more for each node the more of them
   * there are.
   *
   * @param bufferTimeout longest stay of a record in a network buffer
   * @param checkpoints between two of them
   */
  record Rhythm(Duration bufferTimeout, Duration checkpoints) {}

  /** It is to take no larger part of a node that has little of a processor. */
  Rhythm rhythm() {
    return takesBothCompilers(cpusPerNode)
        ? new Rhythm(Duration.ofMillis(250), Duration.ofSeconds(10))
        : new Rhythm(Duration.ofSeconds(1), Duration.ofSeconds(30));
  }

  /**
   * Of the traffic: as many for each node on every size, so that each has the same work between two
   * watermarks, and keys are shared as evenly by many nodes as by few.
   */
  int expressways(int nodes) {
    // A simulated minute, whose crossings are answered together, is to be longer than the time
    // between two watermarks, and short against a phase.
    return nodes * (takesBothCompilers(cpusPerNode) ? 5 : 10);
  }

  /** How long traffic is fed to one size. */
  Duration feed() {
    // The first placement is in force a little later, and each change takes a moment.
    return warmUp.plus(phase.multipliedBy(2L * pairs + 1));
  }
}
