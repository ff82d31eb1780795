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
 * The checked options that experiments on Cassandra share. Immutable.
 *
 * @param repeats of each mode
 * @param members nodes that have the rows
 * @param sstables of one size, in which each node has the rows
 * @param agent more options of the agent, as after {@code -javaagent:…=}; may be empty
 * @param jvm more options of every JVM, separated by spaces; may be empty
 * @param before length of the measurement before the change
 * @param after length of the measurement after the change
 */
public record CassandraOptions(
    int repeats,
    TrafficShape traffic,
    int members,
    int sstables,
    NodeSizes sizes,
    String agent,
    String jvm,
    Duration before,
    Duration after,
    Outputs outputs) {
  /**
   * The limits of a node. Immutable.
   *
   * @param cpus while it is measured
   * @param memoryMebibytes of its container; what the process leaves of it is page cache
   * @param heapMebibytes Java's heap, a part of the container's memory
   * @param readsPerSecond from the block device; 0: no limit
   */
  public record NodeSizes(double cpus, int memoryMebibytes, int heapMebibytes, int readsPerSecond) {
    public boolean limitsReads() {
      return readsPerSecond != 0;
    }
  }

  /** A line about rows, traffic and nodes, and one for each further option. */
  public String notes() {
    return "%n%s in %d SSTables on %d nodes of %.2f CPUs, %d MiB, %s.%n%s%s"
        .formatted(
            traffic,
            sstables,
            members,
            sizes.cpus(),
            sizes.memoryMebibytes(),
            sizes.limitsReads() ? sizes.readsPerSecond() + " reads/s" : "no limit of reads",
            agent.isEmpty() ? "" : "The agent's options: %s.%n".formatted(agent),
            jvm.isEmpty() ? "" : "More options of every JVM: %s.%n".formatted(jvm));
  }

  /** Medians of repeated runs, a line for each mode; empty without repeats. */
  public <M, R> String medians(List<R> runs, Function<R, M> mode, List<Measure<R>> measures) {
    return repeats == 1
        ? ""
        : "\nMedians, with minimum and maximum\n"
            + Table.ofSpreads(
                runs.stream().map(mode).distinct().toList(),
                String::valueOf,
                each -> runs.stream().filter(run -> mode.apply(run).equals(each)).toList(),
                measures);
  }

  /** For programs: with further properties of the experiment, and its runs. */
  public ObjectNode json(Map<String, ?> properties, List<ObjectNode> runs) {
    Map<String, ?> own =
        Map.of("members", members, "sstables", sstables, "agentOptions", agent, "jvmOptions", jvm);
    ObjectNode root = ReportJson.object(traffic, sizes, own, properties);
    root.set("runs", ReportJson.tree(runs));
    return root;
  }
}
