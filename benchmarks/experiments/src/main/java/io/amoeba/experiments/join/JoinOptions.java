package io.amoeba.experiments.join;

import io.amoeba.experiments.cassandra.NodeOptions;
import io.amoeba.experiments.cassandra.NodeSizes;
import io.amoeba.report.Outputs;
import java.time.Duration;
import java.util.List;

/**
 * How the joins are compared. Immutable.
 *
 * @param modes in their order within each repeat
 * @param members nodes before the join
 * @param sizes of every node, the joining one, too
 * @param streamMebibytesPerSecond limit of each sender
 * @param warmUp with all processors, before their limit
 * @param settle how long the baseline may be waited for, beyond its own time, until it is steady
 * @param before how long throughput is measured before the join
 * @param after how long it is measured when the node is a full member
 */
public record JoinOptions(
    List<JoinMode> modes,
    int repeats,
    int members,
    JoinTraffic traffic,
    NodeSizes sizes,
    double streamMebibytesPerSecond,
    NodeOptions nodeOptions,
    Duration warmUp,
    Duration settle,
    Duration before,
    Duration after,
    Outputs outputs) {
  /** Takes an immutable copy. */
  public JoinOptions {
    modes = List.copyOf(modes);
  }
}
