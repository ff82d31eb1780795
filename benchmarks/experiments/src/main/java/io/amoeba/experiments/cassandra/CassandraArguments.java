package io.amoeba.experiments.cassandra;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.cli.Within;
import io.amoeba.experiments.OutputArguments;
import io.amoeba.experiments.load.TrafficArguments;
import io.amoeba.experiments.load.TrafficShape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Command line options that experiments on Cassandra share; they become {@link CassandraOptions}.
 */
public final class CassandraArguments extends TrafficArguments {
  private static final Pattern AGENT_OPTIONS =
      Pattern.compile("[a-z0-9-]+=[\\w.-]+(,[a-z0-9-]+=[\\w.-]+)*");
  private static final double LEAST_CPUS = 0.1;
  private static final int MOST_MEBIBYTES = 100_000;
  private static final int LEAST_READS_PER_SECOND = 10;

  private final Defaults defaults;
  private final int cpus;
  private final Path distribution;

  @Option(names = "--repeats", paramLabel = "N")
  @Within(least = "1", most = "50")
  private int repeats = 1;

  @Option(names = "--cpus-per-node", paramLabel = "X")
  private double cpusPerNode = 0.4;

  @Option(names = "--memory", paramLabel = "MIB")
  private int memory;

  /** By default the random reads of the dissertation's disks. */
  @Option(names = "--read-iops", paramLabel = "N")
  @Within(least = "0", most = "1000000")
  private int readIops = 250;

  @Option(names = "--agent-options", paramLabel = "KEY=VALUE[,…]")
  private String agentOptions = "";

  /**
   * New paths through Cassandra, such as writes for a joining node, are compiled. That takes a node
   * with a quarter of a CPU minutes, and is not noticeable on a server.
   */
  @Option(names = "--jvm-options", paramLabel = "OPTIONS")
  private String jvmOptions = "-XX:TieredStopAtLevel=1";

  @Option(names = "--before", paramLabel = "TIME", converter = Times.class)
  @Within(least = "10s", most = "30m")
  private Duration before = Duration.ofSeconds(60);

  @Option(names = "--after", paramLabel = "TIME", converter = Times.class)
  @Within(least = "15s", most = "2h")
  private Duration after;

  @Mixin private OutputArguments.WithLogs outputs = new OutputArguments.WithLogs();

  /**
   * What differs between experiments.
   *
   * @param name of the experiment
   * @param memory MiB of a node
   * @param leastMemory with less it does not start
   * @param heap MiB of it
   * @param agentJar of the modes that need an agent
   */
  public record Defaults(
      String name,
      int rows,
      int inFlight,
      int memory,
      int leastMemory,
      int heap,
      Duration after,
      String agentJar) {}

  /**
   * For a machine.
   *
   * @param cpus of it
   * @param distribution its folder, with the agents
   */
  public CassandraArguments(Defaults defaults, int cpus, Path distribution) {
    super(defaults.rows, defaults.inFlight);
    this.defaults = defaults;
    this.memory = defaults.memory;
    this.after = defaults.after;
    this.cpus = cpus;
    this.distribution = distribution;
  }

  /**
   * Checks all of them.
   *
   * @param needing chosen modes that need the agent
   * @param setElsewhere by the key of an agent's option: what else sets it, and the remedy
   */
  public CassandraOptions options(
      GivenOptions given,
      TrafficShape traffic,
      int members,
      int sstables,
      List<String> needing,
      Function<String, List<String>> setElsewhere) {
    given.requireWithin("--cpus-per-node", cpusPerNode, LEAST_CPUS, cpus);
    given.requireWithin("--memory", memory, defaults.leastMemory, MOST_MEBIBYTES);
    if (readIops > 0 && readIops < LEAST_READS_PER_SECOND) {
      given.problem(
          "--read-iops is '%d': use 0 (no limit), or %d at least"
              .formatted(readIops, LEAST_READS_PER_SECOND));
    }
    return new CassandraOptions(
        repeats,
        traffic,
        members,
        sstables,
        new CassandraOptions.NodeSizes(cpusPerNode, memory, defaults.heap, readIops),
        agent(given, needing, setElsewhere),
        jvm(given),
        before,
        after,
        outputs.outputs(given, defaults.name));
  }

  private String agent(
      GivenOptions given, List<String> needing, Function<String, List<String>> setElsewhere) {
    Path jar = distribution.resolve("cassandra-lib").resolve(defaults.agentJar);
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
    return agent;
  }

  private String jvm(GivenOptions given) {
    String jvm = jvmOptions.strip();
    for (String word : jvm.split("\\s+", -1)) {
      if (!jvm.isEmpty() && !word.startsWith("-")) {
        given.problem(
            "--jvm-options has '%s': options of a JVM begin with '-', with spaces between them"
                .formatted(word));
      }
    }
    return jvm;
  }
}
