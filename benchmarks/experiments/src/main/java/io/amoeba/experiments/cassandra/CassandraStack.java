package io.amoeba.experiments.cassandra;

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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The stack of {@code docker/cassandra/compose.yaml}: three nodes or more, one that can join, and
 * what asks and watches them. Closing removes it. Safe for concurrent use.
 */
public final class CassandraStack implements Lab.Cluster {
  /** Of every row, and so the least number of members. The first so many nodes are seeds. */
  public static final int REPLICAS = 3;

  /** As in the dissertation; one more can join. */
  public static final int MOST_MEMBERS = 7;

  private static final Duration START = Duration.ofMinutes(6);

  /** Drops the page cache of a file; of the pages that are not written back, too. */
  private static final String EVICT =
      "find /var/lib/cassandra/data/ycsb -type f -exec sync '{}' ';'"
          + " -exec dd 'if={}' iflag=nocache count=0 status=none ';'";

  private final Stack stack;
  private final int members;

  private CassandraStack(Stack stack, int members) {
    this.stack = stack;
    this.members = members;
  }

  /** Starts the members and waits until they serve. */
  public static CassandraStack start(Lab lab, CassandraSettings settings) {
    int members = settings.members();
    Images images = lab.images();
    Limits limits = limits(lab.engine(), settings);
    Map<String, Limits> limitsOfAll = new HashMap<>();
    allNodes().forEach(node -> limitsOfAll.put(service(node), limits));
    Stack stack =
        Stack.start(
            lab.engine(),
            new StackSettings(
                images.dockerFolder().resolve("cassandra").resolve("compose.yaml"),
                "amoeba-" + Long.toHexString(System.nanoTime()),
                services(1, REPLICAS),
                variables(images, settings),
                limitsOfAll));
    return new CassandraStack(
        stack.starting(
            starting -> {
              starting.awaitHealthy(List.of(), START, lab::waiting);
              if (members > REPLICAS) {
                starting.startMore(services(REPLICAS + 1, members));
                starting.awaitHealthy(List.of(), START, lab::waiting);
              }
            }),
        members);
  }

  private static Limits limits(Engine engine, CassandraSettings settings) {
    CassandraOptions.NodeSizes sizes = settings.sizes();
    return new Limits(
        (double) Lab.processors(),
        sizes.memoryMebibytes(),
        sizes.limitsReads()
            ? new Limits.Reads(DataDisk.of(engine).device(), sizes.readsPerSecond())
            : null);
  }

  private static Map<String, String> variables(Images images, CassandraSettings settings) {
    Map<String, String> variables = new HashMap<>(images.variables());
    // Services are started by name; these profiles are those which they may depend on.
    variables.put("COMPOSE_PROFILES", "cassandra,cassandra-join,cassandra-more,traffic");
    // Any free port: other stacks may run.
    variables.put("CASSANDRA_PORT", "0");
    // Each check is a new process in a container, and takes processors from what is measured.
    variables.put("HEALTH_INTERVAL", "15s");
    variables.put("CASSANDRA_HEAP", settings.sizes().heapMebibytes() + "M");
    variables.put("CASSANDRA_JOINING_NODE", service(settings.members() + 1));
    variables.put("CASSANDRA_OPTIONS", jvmOptions(settings));
    allNodes()
        .forEach(
            node -> variables.put("CASSANDRA_%d_OPTIONS".formatted(node), options(settings, node)));
    return variables;
  }

  private static String jvmOptions(CassandraSettings settings) {
    List<String> options =
        new ArrayList<>(List.of("-Dcassandra.config.allow_system_properties=true"));
    if (settings.sizes().limitsReads()) {
      // A miss reads what was asked for, not the pages around it, too.
      options.add("-Dcassandra.settings.disk_access_mode=standard");
    }
    options.add(settings.jvmOptions());
    return String.join(" ", options);
  }

  private static String options(CassandraSettings settings, int node) {
    if (node > settings.members() + 1) {
      return "";
    }
    String options = settings.nodeOptions().apply(node);
    // There is nothing yet that it could be sent.
    return node > REPLICAS && node <= settings.members()
        ? "-Dcassandra.settings.auto_bootstrap=false " + options
        : options;
  }

  private static IntStream allNodes() {
    return IntStream.rangeClosed(1, MOST_MEMBERS + 1);
  }

  private static List<String> services(int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(CassandraStack::service).toList();
  }

  /** The service, and the host name, of a node. */
  public static String service(int node) {
    return "cassandra-" + node;
  }

  @Override
  public Stack stack() {
    return stack;
  }

  /** A node that was started. */
  public Container node(int node) {
    return stack.container(service(node));
  }

  /** Those that run from the begin, in their order. */
  public List<Container> members() {
    return IntStream.rangeClosed(1, members).mapToObj(this::node).toList();
  }

  /** Starts the node that can join; does not wait. */
  public Container startJoiner() {
    stack.startMore(List.of(service(members + 1)));
    return node(members + 1);
  }

  /** Gives every member so many processors from now on. */
  public void limitCpus(double cpus) {
    members().forEach(node -> node.limitCpus(cpus));
  }

  /** Drops what the page caches of all members have of the rows. */
  public void evictRows() {
    members().forEach(node -> node.exec("sh", "-c", EVICT));
  }

  /** Begins to load or to ask by way of a node, with these options of {@code bench traffic}. */
  public Container traffic(int contact, List<String> options) {
    List<String> words =
        new ArrayList<>(List.of("bench", "traffic", "--contact=" + service(contact)));
    words.addAll(options);
    return stack.run("traffic", words);
  }

  /** Begins to watch or to steer a node that was started, by {@code bench probe}. */
  public Container probe(int node, String... words) {
    return stack.run(
        "watch-" + node, Stream.concat(Stream.of("bench", "probe"), Stream.of(words)).toList());
  }

  /** Begins to watch the node that can join, which was started. */
  public Container watchJoiner() {
    return stack.run("watch", List.of());
  }
}
