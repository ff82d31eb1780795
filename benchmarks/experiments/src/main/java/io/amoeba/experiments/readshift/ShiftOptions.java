package io.amoeba.experiments.readshift;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.experiments.loops.Workload;
import io.amoeba.report.Outputs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The checked options. Immutable.
 *
 * @param modes stock first
 * @param rounds in each of which every mode has one cycle
 * @param cycle length of a cycle; longer work extends it
 * @param rows of 1 kB
 * @param readShare of the requests, 0 to 1; the others update
 * @param perSecond rate of an open loop; 0: a closed loop
 * @param inFlight requests of a closed loop
 * @param compactionMebibytes that a node compacts per second at most
 * @param inContainers otherwise nodes are processes
 * @param cpus of each node, if it is a container
 * @param memoryMebibytes of each node, if it is a container
 * @param readsPerSecond from each container's disk; 0: no limit
 * @param distribution its folder, with the agents
 */
record ShiftOptions(
    NodeWork work,
    List<ShiftMode> modes,
    int rounds,
    Duration cycle,
    int rows,
    DefaultConsistencyLevel consistency,
    double readShare,
    int perSecond,
    int inFlight,
    int compactionMebibytes,
    boolean inContainers,
    double cpus,
    int memoryMebibytes,
    int readsPerSecond,
    Path distribution,
    Outputs outputs) {
  private static final int STEADY_PART = 3;
  private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(20);

  /** Traffic before each cycle. */
  Duration warmUp() {
    return steady().compareTo(LONGEST_WARM_UP) < 0 ? steady() : LONGEST_WARM_UP;
  }

  /** The part of a cycle before the work. */
  Duration steady() {
    return cycle.dividedBy(STEADY_PART);
  }

  /** Whether each of the clusters has the read-hints agent: those without it first. */
  List<Boolean> clusters() {
    return modes.stream().map(ShiftMode::hasHints).distinct().sorted().toList();
  }

  /** For claims and plots. */
  String load() {
    return "%s, %s, %s%s"
        .formatted(
            work,
            Workload.name(readShare),
            consistency,
            perSecond == 0 ? "" : ", %d/s".formatted(perSecond));
  }

  boolean limitsReads() {
    return readsPerSecond > 0;
  }

  String servers() {
    return inContainers
        ? "containers with %.2f CPUs and %d MiB each, %s"
            .formatted(
                cpus,
                memoryMebibytes,
                limitsReads() ? readsPerSecond + " reads/s from the disk" : "no limit of reads")
        : "processes that share the machine's CPUs and disk";
  }
}
