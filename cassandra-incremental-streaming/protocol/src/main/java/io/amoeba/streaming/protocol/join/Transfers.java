package io.amoeba.streaming.protocol.join;

import java.util.List;
import java.util.SortedSet;

/**
 * Port: who loses what. Computed with Cassandra's own strategies from the ring of the other nodes,
 * in which the joining node has {@code done} before and {@code done} and {@code step} after. Each
 * gained range is in exactly one transfer: that of the replica that loses it, never of another one
 * that has it. At most one transfer per sender; none for a range that nobody loses.
 */
@FunctionalInterface
public interface Transfers {

  List<Transfer> of(SortedSet<Long> done, SortedSet<Long> step);
}
