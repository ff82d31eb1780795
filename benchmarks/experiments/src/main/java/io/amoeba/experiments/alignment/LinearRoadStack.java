package io.amoeba.experiments.alignment;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Limits;
import io.amoeba.containers.stack.Stack;
import io.amoeba.containers.stack.StackSettings;
import io.amoeba.experiments.Lab;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The stack of {@code docker/compose.yaml} with so many nodes. Closing removes it. Safe for
 * concurrent use.
 */
public final class LinearRoadStack implements Lab.Cluster {
  /** The network of the compose file. */
  public static final String NETWORK = "amoeba";

  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  /**
   * Settings with which every JVM has the first compiler alone. The second one would need minutes
   * of a TaskManager's small CPU quota, more with more nodes, and elsewhere it would use CPUs that
   * nodes share.
   */
  public static final Map<String, String> QUICK_START =
      Map.of(
          "TASK_MANAGER_OPTIONS", FIRST_COMPILER,
          "JOB_MANAGER_OPTIONS", FIRST_COMPILER,
          "KAFKA_OPTIONS", FIRST_COMPILER,
          "AMOEBA_OPTIONS", FIRST_COMPILER);

  private static final String REDIS_CLUSTER = "redis-cluster";
  private static final Duration START = Duration.ofMinutes(4);

  private static final double CPUS_AT_START = 1;

  /** Number of nodes in the compose file. */
  public static final int MOST_NODES = 8;

  private final int nodes;
  private final Stack stack;

  private LinearRoadStack(int nodes, Stack stack) {
    this.nodes = nodes;
    this.stack = stack;
  }

  /**
   * Starts it and waits until everything is healthy.
   *
   * @param settings variables of the compose file
   * @param more services of the compose file, for example {@code prometheus}
   */
  public static LinearRoadStack start(
      Engine engine,
      Images images,
      int nodes,
      Map<String, String> settings,
      List<String> more,
      Consumer<String> progress) {
    Map<String, String> variables = new HashMap<>(images.variables());
    // The reference model remembers every answer.
    variables.put("LINEAR_ROAD_MEMORY", "2g");
    variables.putAll(settings);
    variables.put("NODES", Integer.toString(nodes));
    // Any free ports: other stacks may run.
    variables.put("AMOEBA_PORT", "0");
    variables.put("FLINK_PORT", "0");
    variables.put("PROMETHEUS_PORT", "0");
    List<String> services =
        new ArrayList<>(List.of("kafka", "jobmanager", REDIS_CLUSTER, "coordinator"));
    services.addAll(more);
    Map<String, Limits> limits = new HashMap<>();
    for (int node = 1; node <= nodes; node++) {
      services.addAll(List.of("node-" + node, "redis-" + node, "taskmanager-" + node));
      limits.put("taskmanager-" + node, Limits.ofCpus(CPUS_AT_START));
    }
    for (int node = nodes + 1; node <= MOST_NODES; node++) {
      limits.put("node-" + node, Limits.ofCpus(CPUS_AT_START));
    }
    String project = "amoeba-" + Long.toHexString(System.nanoTime());
    Stack stack =
        Stack.start(
            engine,
            new StackSettings(
                images.dockerFolder().resolve("compose.yaml"),
                project,
                services,
                variables,
                limits));
    return new LinearRoadStack(
        nodes,
        stack.starting(starting -> starting.awaitHealthy(List.of(REDIS_CLUSTER), START, progress)));
  }

  @Override
  public Stack stack() {
    return stack;
  }

  void requireRunning() {
    stack.requireRunning(List.of(REDIS_CLUSTER));
  }

  public int nodes() {
    return nodes;
  }

  /** The TaskManager of a node, 1 …. */
  public Container taskManager(int node) {
    return stack.container("taskmanager-" + node);
  }

  /** The Redis primary of a node, 1 …. */
  public Container redis(int node) {
    return stack.container("redis-" + node);
  }

  /** The container with the network identity of a node, 1 …. */
  public Container identity(int node) {
    return stack.container("node-" + node);
  }

  /** Starts Linear Road with these options and the addresses of its servers. */
  public LinearRoadDriver linearRoad(List<String> options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "linear-road",
                "--flink=http://jobmanager:8081",
                "--kafka=kafka:9092",
                "--redis=redis://node-1:6379",
                "--coordinator=http://coordinator:7070",
                "--shared-folder=/runs",
                "--empty-redis",
                "--nodes=" + nodes,
                "--json=" + LinearRoadDriver.JSON_FILE,
                "--report=" + LinearRoadDriver.REPORT_FILE));
    words.addAll(options);
    return new LinearRoadDriver(stack.run("linear-road", words));
  }
}
