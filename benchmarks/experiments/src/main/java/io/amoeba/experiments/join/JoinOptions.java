package io.amoeba.experiments.join;

import io.amoeba.experiments.cassandra.CassandraOptions;
import java.time.Duration;
import java.util.List;

/**
 * How the joins are compared. Immutable.
 *
 * @param modes in their order within each repeat
 * @param members nodes before the join
 * @param streamMebibytesPerSecond limit of each sender
 * @param warmUp with all processors, before their limit
 * @param settle how long the baseline may be waited for, beyond its own time, until it is steady
 * @param nodes the joining one, too
 */
public record JoinOptions(
    List<JoinMode> modes,
    int members,
    double streamMebibytesPerSecond,
    Duration warmUp,
    Duration settle,
    CassandraOptions nodes) {
  /** Takes an immutable copy. */
  public JoinOptions {
    modes = List.copyOf(modes);
  }
}
