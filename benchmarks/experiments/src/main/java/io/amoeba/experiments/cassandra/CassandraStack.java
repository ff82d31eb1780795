package io.amoeba.experiments.cassandra;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Limits;
import io.amoeba.containers.stack.Stack;
import io.amoeba.containers.stack.StackSettings;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.load.TableSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The stack of {@code docker/cassandra/compose.yaml}: three nodes or more, one that can join,
 * clients and probes. Closing removes it. Safe for concurrent use.
 */
public final class CassandraStack implements Lab.Cluster {
  /** Of every row, and so the minimum of members. The first three nodes are seeds. */
  public static final int REPLICAS = 3;

  /** As in the dissertation; one more can join. */
  public static final int MOST_MEMBERS = 7;

  /**
   * How nodes are started. Immutable.
   *
   * @param members that run from the start
   * @param racks of the first three nodes in turn
   * @param jvmOptions of every node
   * @param nodeOptions more JVM options of a node, from 1 to the one that can join
   * @param sizes of every node; the limit of CPUs applies from {@link #limitCpus} on
   */
  public record Settings(
      int members,
      int racks,
      String jvmOptions,
      IntFunction<String> nodeOptions,
      CassandraOptions.NodeSizes sizes) {
    /** In one rack. */
    public Settings(
        int members,
        String jvmOptions,
        IntFunction<String> nodeOptions,
        CassandraOptions.NodeSizes sizes) {
      this(members, 1, jvmOptions, nodeOptions, sizes);
    }

    public Settings {
      if (members < REPLICAS || members > MOST_MEMBERS) {
        throw new IllegalArgumentException(
            "members is %d: use %d to %d".formatted(members, REPLICAS, MOST_MEMBERS));
      }
    }
  }

  private static final Duration START = Duration.ofMinutes(6);

  /** Drops the page cache of files, dirty pages included. */
  private static final String EVICT =
      "find /var/lib/cassandra/data/"
          + TableSchema.KEYSPACE
          + " -type f -exec sync '{}' ';'"
          + " -exec dd 'if={}' iflag=nocache count=0 status=none ';'";

  private final Stack stack;
  private final int members;

  private CassandraStack(Stack stack, int members) {
    this.stack = stack;
    this.members = members;
  }

  /** Starts the members and waits until they serve. */
  public static CassandraStack start(Lab lab, Settings settings) {
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

  private static Limits limits(Engine engine, Settings settings) {
    CassandraOptions.NodeSizes sizes = settings.sizes();
    return new Limits(
        (double) Lab.cpus(),
        sizes.memoryMebibytes(),
        sizes.limitsReads()
            ? new Limits.Reads(DataDisk.of(engine).device(), sizes.readsPerSecond())
            : null);
  }

  private static Map<String, String> variables(Images images, Settings settings) {
    Map<String, String> variables = new HashMap<>(images.variables());
    // Services are started by name; they may depend on services of these profiles.
    variables.put("COMPOSE_PROFILES", "cassandra,cassandra-join,cassandra-more,traffic");
    // Any free port: other stacks may run.
    variables.put("CASSANDRA_PORT", "0");
    // Each check is a new process in a container, and takes CPU time from the nodes.
    variables.put("HEALTH_INTERVAL", "10s");
    variables.put("CASSANDRA_HEAP", settings.sizes().heapMebibytes() + "M");
    variables.put("CASSANDRA_JOINING_NODE", service(settings.members() + 1));
    variables.put("CASSANDRA_OPTIONS", jvmOptions(settings));
    for (int node = 1; node <= REPLICAS; node++) {
      variables.put(
          "CASSANDRA_%d_RACK".formatted(node), "rack" + ((node - 1) % settings.racks() + 1));
    }
    allNodes()
        .forEach(
            node -> variables.put("CASSANDRA_%d_OPTIONS".formatted(node), options(settings, node)));
    return variables;
  }

  private static String jvmOptions(Settings settings) {
    List<String> options =
        new ArrayList<>(List.of("-Dcassandra.config.allow_system_properties=true"));
    if (settings.sizes().limitsReads()) {
      // A miss reads the requested pages only, not those around them.
      options.add("-Dcassandra.settings.disk_access_mode=standard");
    }
    options.add(settings.jvmOptions());
    return String.join(" ", options);
  }

  private static String options(Settings settings, int node) {
    if (node > settings.members() + 1) {
      return "";
    }
    String options = settings.nodeOptions().apply(node);
    // There is no data yet to stream.
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

  /** The nodes that run from the start, in their order. */
  public List<Container> members() {
    return IntStream.rangeClosed(1, members).mapToObj(this::node).toList();
  }

  /** Starts the node that can join; does not wait. */
  public Container startJoiningNode() {
    stack.startMore(List.of(service(members + 1)));
    return node(members + 1);
  }

  /** Limits the CPUs of every member from now on. */
  public void limitCpus(double cpus) {
    members().forEach(node -> node.limitCpus(cpus));
  }

  /** Drops the rows from the page caches of all members. */
  public void evictRows() {
    members().forEach(node -> node.exec("sh", "-c", EVICT));
  }

  /** Starts {@code bench traffic} with these options and a node as contact. */
  public Container traffic(int contact, List<String> options) {
    List<String> words =
        new ArrayList<>(List.of("bench", "traffic", "--contact=" + service(contact)));
    words.addAll(options);
    return stack.run("traffic", words);
  }

  /** Starts {@code bench probe} with these words beside a node that was started. */
  public Container probe(int node, String... words) {
    return stack.run(
        "watch-" + node, Stream.concat(Stream.of("bench", "probe"), Stream.of(words)).toList());
  }

  /** Starts the probe of the node that can join, which was started. */
  public Container watchJoiningNode() {
    return stack.run("watch", List.of());
  }
}
