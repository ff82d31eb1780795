package io.amoeba.experiments.cassandra;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** YCSB's table on a stack. Stateless. */
public final class CassandraTable {
  private static final Duration CREATE = Duration.ofMinutes(5);

  private CassandraTable() {}

  /**
   * Creates it, and gives all rows to every node.
   *
   * @param creation more options of {@code bench ycsb}, of the process that creates the table
   */
  public static void load(CassandraStack stack, PreparedRows rows, List<String> creation) {
    List<String> options = new ArrayList<>(List.of("--duration=0s"));
    options.addAll(creation);
    Waiting.untilEnded("the table is created", CREATE, stack.traffic(1, options));
    // At once: each is limited to its own reads of the disk, not by its processors.
    stack.members().parallelStream().forEach(rows::importTo);
  }
}
