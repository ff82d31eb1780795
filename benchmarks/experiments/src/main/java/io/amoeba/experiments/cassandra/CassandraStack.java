package io.amoeba.experiments.cassandra;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Limits;
import io.amoeba.containers.stack.Stack;
import io.amoeba.containers.stack.StackSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The stack of {@code docker/cassandra/compose.yaml}: three nodes, one that can join, and what asks
 * and watches them. Closing removes it. Safe for concurrent use.
 */
public final class CassandraStack implements AutoCloseable {
  /** Nodes that run from the begin. */
  public static final int NODES = 3;

  private static final int MOST_NODES = 4;
  private static final Duration START = Duration.ofMinutes(6);

  private final Stack stack;

  private CassandraStack(Stack stack) {
    this.stack = stack;
  }

  /** Starts three nodes and waits until they serve. */
  public static CassandraStack start(
      Engine engine, Images images, CassandraSettings settings, Consumer<String> progress) {
    Map<String, String> variables = new HashMap<>(images.variables());
    // Services are started by name; these profiles are those which they may depend on.
    variables.put("COMPOSE_PROFILES", "cassandra,cassandra-join,traffic");
    // Any free port: other stacks may run.
    variables.put("CASSANDRA_PORT", "0");
    variables.put("CASSANDRA_OPTIONS", settings.jvmOptions());
    variables.putAll(settings.variables());
    Map<String, Limits> limits = new HashMap<>();
    List<String> services = new ArrayList<>();
    for (int node = 1; node <= MOST_NODES; node++) {
      variables.put(
          "CASSANDRA_%d_OPTIONS".formatted(node), settings.nodeOptions().getOrDefault(node, ""));
      limits.put(service(node), settings.limits());
      if (node <= NODES) {
        services.add(service(node));
      }
    }
    Stack stack =
        Stack.start(
            engine,
            new StackSettings(
                images.dockerFolder().resolve("cassandra").resolve("compose.yaml"),
                "amoeba-" + Long.toHexString(System.nanoTime()),
                services,
                variables,
                limits));
    boolean ready = false;
    try {
      stack.awaitHealthy(List.of(), START, progress);
      ready = true;
      return new CassandraStack(stack);
    } finally {
      if (!ready) {
        stack.close();
      }
    }
  }

  /** The service, and the host name, of a node. */
  public static String service(int node) {
    return "cassandra-" + node;
  }

  /** The stack itself. */
  public Stack stack() {
    return stack;
  }

  /** A node that was started. */
  public Container node(int node) {
    return stack.container(service(node));
  }

  /** Starts the fourth node; does not wait. */
  public Container startFourth() {
    stack.startMore(List.of(service(MOST_NODES)));
    return node(MOST_NODES);
  }

  /** Gives every node so many processors from now on. */
  public void limitCpus(double cpus) {
    for (int node = 1; node <= NODES; node++) {
      node(node).limitCpus(cpus);
    }
  }

  /** Begins to load or to ask by way of a node, with these options of {@code bench ycsb}. */
  public Container traffic(int contact, List<String> options) {
    List<String> words = new ArrayList<>(List.of("bench", "ycsb", "--contact=" + service(contact)));
    words.addAll(options);
    return stack.run("traffic", words);
  }

  /** Begins to watch or to steer; to be asked when what it watches was started. */
  public Container run(String service, List<String> words) {
    return stack.run(service, words);
  }

  @Override
  public void close() {
    stack.close();
  }
}
