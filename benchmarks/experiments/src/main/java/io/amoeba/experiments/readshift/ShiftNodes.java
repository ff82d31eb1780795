package io.amoeba.experiments.readshift;

import java.util.List;

/** Three Cassandra nodes in three racks, each with all rows. Confined to one thread. */
interface ShiftNodes extends AutoCloseable {
  int COUNT = 3;

  /** They run. */
  List<ShiftNode> nodes();

  /** Limits the CPU time of each node, if it can be. */
  void limit();

  /** Gives each node all CPUs, for preparations and checks. */
  void unlimit();

  /** Ends and removes them. */
  @Override
  void close();
}
