package io.amoeba.embedded.cassandra;

import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.RunFolder;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.runtime.Runtimes;
import io.amoeba.embedded.runtime.ServerRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Real Cassandra nodes as child processes of this JVM, numbered from 1, each on its own loopback
 * address. All processes and files are gone after {@link #close()}, and after the end of this JVM,
 * however it ends. Safe for concurrent use.
 */
public final class CassandraCluster implements AutoCloseable {
  private static final Pattern JAR = Pattern.compile("cassandra-all-(.+)\\.jar");

  /** The largest number of nodes. */
  public static final int MAX_NODES = 12;

  /** Seconds are usual. On a busy machine a node takes minutes to start, or to join. */
  public static final Duration START_LIMIT = Duration.ofMinutes(8);

  private final ServerLauncher launcher;
  private final CassandraSettings settings;
  private final NodeLauncher nodeLauncher;
  private final FreePorts ports = new FreePorts(new SecureRandom());
  private final int storagePort;
  private final int nativePort;
  private final Map<Integer, CassandraNode> nodes = new TreeMap<>();

  private CassandraCluster(
      ServerLauncher launcher, String classPath, CassandraSettings settings, int firstNodes) {
    this.launcher = launcher;
    this.settings = settings;
    List<String> hosts =
        IntStream.rangeClosed(1, MAX_NODES).mapToObj(CassandraCluster::nodeHost).toList();
    this.storagePort = ports.next(hosts, 0);
    this.nativePort = ports.next(hosts, 0);
    List<String> seeds =
        hosts.subList(0, firstNodes).stream().map(host -> host + ":" + storagePort).toList();
    CassandraYaml yaml = new CassandraYaml("amoeba-" + storagePort, settings, seeds);
    this.nodeLauncher = new NodeLauncher(launcher, classPath, settings, yaml);
  }

  /**
   * The version of Cassandra's jar that nodes are started from, for example {@code 5.0.9}.
   *
   * @throws IllegalStateException if there is none, or more than one
   */
  public static String release() {
    Path folder = Runtimes.locate().folder(ServerRuntime.CASSANDRA_5_0);
    try (Stream<Path> files = Files.list(folder)) {
      List<String> releases =
          files
              .map(file -> JAR.matcher(String.valueOf(file.getFileName())))
              .filter(Matcher::matches)
              .map(jar -> jar.group(1))
              .toList();
      if (releases.size() != 1) {
        throw new IllegalStateException(folder + " has the releases " + releases + ": want one");
      }
      return releases.get(0);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + folder, e);
    }
  }

  /** A loopback address for each node number, for example {@code 127.0.2.1} for node 1. */
  public static String nodeHost(int node) {
    return "127.0.2." + node;
  }

  /**
   * Starts the first nodes of a new cluster, at the same time, and waits until each serves clients
   * and has seen that all of them are up. They are the seeds of all later nodes.
   *
   * @param parentFolder of the run folder with data and logs
   * @throws IllegalStateException if the jars of Cassandra are missing, with the remedy
   * @throws ServerException if a node does not start; everything is then ended again, only the logs
   *     are left
   */
  public static CassandraCluster start(
      CassandraSettings settings, int firstNodes, Path parentFolder) {
    Runtimes runtimes = Runtimes.locate();
    List<String> problems = runtimes.problems(List.of(ServerRuntime.CASSANDRA_5_0));
    if (!problems.isEmpty()) {
      throw new IllegalStateException(String.join("\n", problems));
    }
    String classPath = runtimes.classPathEntry(ServerRuntime.CASSANDRA_5_0);
    RunFolder folder = RunFolder.create(parentFolder, false);
    ServerLauncher launcher = ServerLauncher.open(folder, server -> {});
    try {
      CassandraCluster cluster = new CassandraCluster(launcher, classPath, settings, firstNodes);
      cluster.startFirst(firstNodes);
      return cluster;
    } catch (RuntimeException e) {
      folder.keepLogs();
      launcher.close();
      throw e;
    }
  }

  private void startFirst(int count) {
    for (int node = 1; node <= count; node++) {
      put(node, nodeHost(node), true, settings.options());
    }
    List<CassandraNode> first = nodes();
    first.forEach(node -> node.awaitNormal(START_LIMIT));
    first.forEach(node -> node.awaitLive(START_LIMIT, first));
  }

  private synchronized CassandraNode put(
      int number, String host, boolean first, StartOptions options) {
    NodeAddress address =
        new NodeAddress(number, host, storagePort, nativePort, ports.next("127.0.0.1"));
    CassandraNode node = new CassandraNode(address, nodeLauncher, first, options);
    nodes.put(number, node);
    return node;
  }

  /** Starts a node with the options of the settings and waits until it is a full member. */
  public CassandraNode startNode(int number) {
    CassandraNode node = launch(number, settings.options());
    node.awaitNormal(START_LIMIT);
    return node;
  }

  /**
   * Starts a node without waiting: a new one, which joins the cluster, or one that has ended, with
   * its old data.
   *
   * @throws IllegalStateException if it runs
   */
  public synchronized CassandraNode launch(int number, StartOptions options) {
    CassandraNode old = nodes.get(number);
    return launchAt(number, old == null ? nodeHost(number) : old.host(), options);
  }

  /**
   * As {@link #launch}, at this address: a pod that was recreated with its volume, or that got the
   * address of another.
   *
   * @param host one of the addresses of node numbers
   * @throws IllegalStateException if it runs
   */
  public synchronized CassandraNode launchAt(int number, String host, StartOptions options) {
    CassandraNode old = nodes.get(number);
    if (old != null) {
      old.startAgain(host, options);
      return old;
    }
    return put(number, host, false, options);
  }

  /** All nodes that were started, running or not, by number. */
  public synchronized List<CassandraNode> nodes() {
    return List.copyOf(nodes.values());
  }

  /**
   * @throws IllegalArgumentException if the node was never started
   */
  public synchronized CassandraNode node(int number) {
    CassandraNode node = nodes.get(number);
    if (node == null) {
      throw new IllegalArgumentException(
          "There is no Cassandra node %d; the nodes are %s".formatted(number, nodes.keySet()));
    }
    return node;
  }

  /** Leaves the logs on disk when the cluster is closed. */
  public void keepLogs() {
    launcher.runFolder().keepLogs();
  }

  @Override
  public void close() {
    launcher.close();
  }
}
