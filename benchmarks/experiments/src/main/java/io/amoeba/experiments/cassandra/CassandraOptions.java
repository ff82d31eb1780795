package io.amoeba.experiments.cassandra;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.experiments.load.TrafficShape;
import io.amoeba.report.Measure;
import io.amoeba.report.Outputs;
import io.amoeba.report.ReportJson;
import io.amoeba.report.Table;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What experiments on Cassandra have in common. Immutable.
 *
 * @param repeats of each mode
 * @param sstables of one size, in which each node has the rows
 * @param before how long is measured before the change
 * @param after how long is measured afterwards
 */
public record CassandraOptions(
    int repeats,
    TrafficShape traffic,
    int sstables,
    NodeSizes sizes,
    NodeOptions nodeOptions,
    Duration before,
    Duration after,
    Outputs outputs) {
  /**
   * What a node may use. Immutable.
   *
   * @param cpus processors, while it is measured
   * @param memoryMebibytes of its container; what the process leaves of it is page cache
   * @param heapMebibytes Java's heap, a part of the container's memory
   * @param readsPerSecond from the block device; 0: as many as it can
   */
  public record NodeSizes(double cpus, int memoryMebibytes, int heapMebibytes, int readsPerSecond) {
    /** Whether there is a limit of reads. */
    public boolean limitsReads() {
      return readsPerSecond != 0;
    }
  }

  /**
   * What every node is started with besides what the experiment needs. Immutable.
   *
   * @param agent more options of the agent, as after {@code -javaagent:…=}; may be empty
   * @param jvm more options of the JVM, in all modes, between spaces; may be empty
   */
  public record NodeOptions(String agent, String jvm) {}

  /**
   * A line for people, and one for each more option.
   *
   * @param nodes that have the rows
   */
  public String notes(int nodes) {
    return "%n%s in %d SSTables on %d nodes of %.2f CPUs, %d MiB, %s.%n%s%s"
        .formatted(
            traffic,
            sstables,
            nodes,
            sizes.cpus(),
            sizes.memoryMebibytes(),
            sizes.limitsReads() ? sizes.readsPerSecond() + " reads/s" : "no limit of reads",
            line("The agent's options", nodeOptions.agent()),
            line("More options of every JVM", nodeOptions.jvm()));
  }

  private static String line(String what, String options) {
    return options.isEmpty() ? "" : "%s: %s.%n".formatted(what, options);
  }

  /** Medians of repeated runs, a line for each mode that was measured; empty without repeats. */
  public <M, R> String medians(
      List<M> modes, Function<M, List<R>> runs, List<Measure<R>> measures) {
    return repeats == 1
        ? ""
        : "\nMedians, with the least and greatest\n"
            + Table.ofSpreads(
                modes.stream().filter(mode -> !runs.apply(mode).isEmpty()).toList(),
                String::valueOf,
                runs,
                measures);
  }

  /** For programs: with the properties that an experiment has besides, and its runs. */
  public ObjectNode json(Map<String, ?> properties, List<ObjectNode> runs) {
    ObjectNode root =
        ReportJson.object(
            traffic, sizes, Map.of("sstables", sstables, "nodeOptions", nodeOptions), properties);
    root.set("runs", ReportJson.tree(runs));
    return root;
  }
}
