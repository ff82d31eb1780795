package io.amoeba.experiments.join;

import io.amoeba.experiments.report.Outputs;
import io.amoeba.experiments.ycsb.Consistency;
import io.amoeba.experiments.ycsb.Workload;
import java.time.Duration;
import java.util.List;

/**
 * How the joins are compared. Immutable.
 *
 * @param modes in their order within each repeat
 * @param rows of 1 kB each, every one on three nodes
 * @param inFlight operations at any time
 * @param cpusPerNode of every node while it is measured
 * @param streamMebibytesPerSecond limit of each sender
 * @param agentOptions more options of the agent, as after {@code -javaagent:…=}; may be empty
 * @param jvmOptions more options of every node's JVM; may be empty
 * @param warmUp with all processors, before the limit
 * @param before how long throughput is measured before the join
 * @param after how long it is measured when the node is a full member
 */
public record JoinOptions(
    List<JoinMode> modes,
    int repeats,
    Workload workload,
    Consistency consistency,
    int rows,
    int inFlight,
    double cpusPerNode,
    double streamMebibytesPerSecond,
    String agentOptions,
    String jvmOptions,
    Duration warmUp,
    Duration before,
    Duration after,
    Outputs outputs) {
  /** Takes an immutable copy. */
  public JoinOptions {
    modes = List.copyOf(modes);
  }
}
