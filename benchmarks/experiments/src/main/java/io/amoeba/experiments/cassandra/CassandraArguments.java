package io.amoeba.experiments.cassandra;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.Within;
import io.amoeba.experiments.ycsb.YcsbSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/**
 * The options that experiments on Cassandra share. Filled by picocli; confined to the main thread.
 */
public final class CassandraArguments {
  private static final Pattern AGENT_OPTIONS =
      Pattern.compile("[a-z0-9-]+=[\\w.-]+(,[a-z0-9-]+=[\\w.-]+)*");

  private static final double LEAST_CPUS = 0.1;
  private static final int MOST_MEBIBYTES = 100_000;

  private final int leastMemory;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "How often each mode is measured, 1 to 50. Default: 1.")
  @Within(least = "1", most = "50")
  private int repeats = 1;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows, 1000 to 10000000; each is on three nodes. Default: ${DEFAULT-VALUE}.")
  @Within(least = "1000", most = "10000000")
  private int rows;

  @Option(
      names = "--field-length",
      paramLabel = "N",
      description = "Characters of each of a row's ten fields, 1 to 10000. Default: 100.")
  @Within(least = "1", most = "10000")
  private int fieldLength = YcsbSchema.FIELD_LENGTH;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      description = "Operations at any time, 1 to 1000. Default: ${DEFAULT-VALUE}.")
  @Within(least = "1", most = "1000")
  private int inFlight;

  @Option(
      names = "--cpus-per-node",
      paramLabel = "X",
      description = "CPUs of every node while it is measured. Default: 0.4.")
  private double cpusPerNode = 0.4;

  @Option(
      names = "--memory",
      paramLabel = "MIB",
      description =
          "Memory of every node's container, up to 100000 MiB, a part of it Java's heap; the page"
              + " cache has what is left. Default: ${DEFAULT-VALUE}.")
  private int memory;

  @Option(
      names = "--agent-options",
      paramLabel = "KEY=VALUE[,…]",
      description = "More options of the agent, as after -javaagent. Default: none.")
  private String agentOptions = "";

  /**
   * New paths through Cassandra, such as writes for a joining node, are compiled anew. With a
   * quarter of a CPU that takes minutes of all nodes; on a server nobody notices.
   */
  @Option(
      names = "--jvm-options",
      paramLabel = "OPTIONS",
      description =
          "More options of every node's JVM, in all modes, between spaces; may be empty. Default:"
              + " -XX:TieredStopAtLevel=1, because C2 would need minutes of such a small CPU"
              + " quota.")
  private String jvmOptions = "-XX:TieredStopAtLevel=1";

  /**
   * Sets defaults.
   *
   * @param memory MiB of a node
   * @param leastMemory with less it does not start
   */
  public CassandraArguments(int rows, int inFlight, int memory, int leastMemory) {
    this.rows = rows;
    this.inFlight = inFlight;
    this.memory = memory;
    this.leastMemory = leastMemory;
  }

  /** Measurements of each mode. */
  public int repeats() {
    return repeats;
  }

  /** Rows of the table. */
  public int rows() {
    return rows;
  }

  /** Characters of a field. */
  public int fieldLength() {
    return fieldLength;
  }

  /** Operations at any time. */
  public int inFlight() {
    return inFlight;
  }

  /**
   * The sizes of a node.
   *
   * @param processors of this machine
   */
  public NodeSizes sizes(GivenOptions given, int heap, int readsPerSecond, int processors) {
    given.requireWithin("--cpus-per-node", cpusPerNode, LEAST_CPUS, processors);
    given.requireWithin("--memory", memory, leastMemory, MOST_MEBIBYTES);
    return new NodeSizes(cpusPerNode, memory, heap, readsPerSecond);
  }

  /**
   * The options of agent and JVM.
   *
   * @param needing modes that need the agent, of those that were chosen
   * @param jar of the agent, which has to be there if it is needed
   * @param setElsewhere what sets the option of a key, too, and the remedy; empty if nothing does
   */
  public NodeOptions nodeOptions(
      GivenOptions given,
      List<String> needing,
      Path jar,
      Function<String, List<String>> setElsewhere) {
    if (!needing.isEmpty() && !Files.isRegularFile(jar)) {
      given.problem(
          "--modes has %s, but there is no %s: build it, or use --modes stock"
              .formatted(String.join(" and ", needing), jar));
    }
    String agent = agentOptions.strip();
    if (!agent.isEmpty() && !AGENT_OPTIONS.matcher(agent).matches()) {
      given.problem(
          "--agent-options is '%s': use KEY=VALUE,KEY=VALUE as after -javaagent".formatted(agent));
    } else if (!agent.isEmpty() && needing.isEmpty()) {
      given.problem("--agent-options is set, but no mode of --modes has the agent: leave it out");
    }
    for (String option : agent.split(",", -1)) {
      for (String setter : setElsewhere.apply(option.split("=", -1)[0])) {
        given.problem("--agent-options has '%s', which %s".formatted(option, setter));
      }
    }
    String jvm = jvmOptions.strip();
    for (String word : jvm.split("\\s+", -1)) {
      if (!jvm.isEmpty() && !word.startsWith("-")) {
        given.problem(
            "--jvm-options has '%s': options of a JVM begin with '-', with spaces between them"
                .formatted(word));
      }
    }
    return new NodeOptions(agent, jvm);
  }
}
