package io.amoeba.experiments.priority;

import io.amoeba.report.Outputs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The checked options. Immutable.
 *
 * @param nodes 1, or 3: each has all rows, and two of three have to answer
 * @param modes with the baselines
 * @param low requests of the low class in flight
 * @param loads of the high class, each with all modes
 * @param readShare of the requests, 0 to 1; the others write
 * @param rounds in each of which every mode is measured once with each load
 * @param phase length of a measurement
 * @param warmUp of the node before the first round
 * @param nice value of the low class's threads, from the start of the node on
 * @param nodeCpus of each node; 0: shared with the clients
 * @param stageThreads of a node for requests, and as many for reads and for writes; 0: as many as
 *     Cassandra has by default
 * @param diskLatency the least time that a read of a data file takes; zero: its own
 * @param agent its jar
 */
record PriorityOptions(
    int nodes,
    List<PriorityMode> modes,
    int low,
    List<HighLoad> loads,
    double readShare,
    int rounds,
    Duration phase,
    Duration warmUp,
    int nice,
    int nodeCpus,
    int stageThreads,
    Duration diskLatency,
    Path agent,
    Outputs outputs) {
  /** Answers after a change of the mode that belong to no phase: a tenth of one. */
  private static final int SETTLING_PART = 10;

  String nodesText() {
    return nodes == 1 ? "one node" : "%d nodes at QUORUM".formatted(nodes);
  }

  /** Threads of a stage that has so many in Cassandra. */
  int threads(int usual) {
    return stageThreads == 0 ? usual : stageThreads;
  }

  boolean hasSlowDisks() {
    return !diskLatency.isZero();
  }

  Duration settling() {
    return phase.dividedBy(SETTLING_PART);
  }

  int phases() {
    return rounds * loads.size() * modes.size();
  }

  /** The length of so many phases. */
  Duration lasting(int phases) {
    return phase.plus(settling()).multipliedBy(phases);
  }
}
