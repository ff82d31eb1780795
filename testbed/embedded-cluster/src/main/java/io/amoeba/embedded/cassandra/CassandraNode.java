package io.amoeba.embedded.cassandra;

import io.amoeba.embedded.process.ServerException;
import io.amoeba.embedded.process.ServerProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * One node of a {@link CassandraCluster}, over all its processes: its data stay, and its address
 * unless it is started at another one. Safe for concurrent use.
 */
public final class CassandraNode {
  private static final Duration TOOL_TIMEOUT = Duration.ofMinutes(3);

  private volatile NodeAddress address;
  private final NodeLauncher launcher;
  private final boolean first;
  private final NodeJmx jmx;
  private volatile ServerProcess process;

  /** Where the log of the newest process starts. */
  private volatile long startBytes;

  CassandraNode(NodeAddress address, NodeLauncher launcher, boolean first, StartOptions options) {
    this.address = address;
    this.launcher = launcher;
    this.first = first;
    this.jmx = new NodeJmx(address.jmxPort());
    this.process = launcher.start(address, first, options);
  }

  synchronized void startAgain(String host, StartOptions options) {
    if (process.isAlive()) {
      throw new IllegalStateException(
          "Cassandra node %d already runs at %s: kill or stop it first"
              .formatted(number(), host()));
    }
    startBytes = logBytes();
    address = address.at(host);
    process = launcher.start(address, first, options);
  }

  /** From 1. */
  public int number() {
    return address.node();
  }

  public String host() {
    return address.host();
  }

  /** {@code host:port} as nodetool and JMX name the node. */
  public String storageAddress() {
    return address.host() + ":" + address.storagePort();
  }

  /** For CQL clients. */
  public InetSocketAddress cqlAddress() {
    return new InetSocketAddress(address.host(), address.nativePort());
  }

  /** On 127.0.0.1, without authentication. */
  public int jmxPort() {
    return address.jmxPort();
  }

  public NodeJmx jmx() {
    return jmx;
  }

  /** The folder with {@code cassandra.yaml} and the data. */
  public Path folder() {
    return launcher.folder(address);
  }

  /** Each has a folder for each keyspace; Cassandra spreads tables over them. */
  public List<Path> dataFolders() {
    return launcher.dataFolders(address);
  }

  /** The newest process of this node. */
  public ServerProcess process() {
    return process;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Waits until the node is a full member and serves clients.
   *
   * @throws ServerException if it ends before that or is not ready in time
   */
  public void awaitNormal(Duration timeout) {
    process.awaitReady(timeout, this::isNormal);
  }

  /**
   * Waits until the node has seen, by gossip, that all these nodes are up and full members.
   *
   * @throws ServerException if it ends before that or does not in time
   */
  public void awaitLive(Duration timeout, List<CassandraNode> members) {
    List<String> addresses = members.stream().map(CassandraNode::storageAddress).toList();
    process.awaitReady(
        timeout,
        () ->
            jmx.liveNodes().containsAll(addresses)
                && Collections.disjoint(jmx.joiningNodes(), addresses));
  }

  private boolean isNormal() {
    // First the check that costs the node nothing.
    return logSince(startBytes).contains("Starting listening for CQL clients")
        && jmx.operationMode().equals("NORMAL")
        && jmx.isNativeTransportRunning();
  }

  /**
   * Runs nodetool against this node, for example {@code nodetool("status")}, and returns its
   * output.
   *
   * @throws ServerException if it fails, with its output
   */
  public String nodetool(String... arguments) {
    ServerProcess tool = launcher.startNodetool(address, List.of(arguments));
    tool.awaitSuccess(TOOL_TIMEOUT);
    try {
      return Files.readString(tool.logFile());
    } catch (IOException e) {
      throw new ServerException("Cannot read the output of nodetool: " + tool.logFile(), e);
    }
  }

  /** Length of the log in bytes, for {@link #logSince}. */
  public long logBytes() {
    try {
      return Files.exists(process.logFile()) ? Files.size(process.logFile()) : 0;
    } catch (IOException e) {
      throw new ServerException("Cannot read " + process.logFile(), e);
    }
  }

  /** The log from this length on; it continues over restarts. */
  public String logSince(long bytes) {
    try (InputStream log = Files.newInputStream(process.logFile())) {
      log.skipNBytes(bytes);
      return new String(log.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ServerException("Cannot read " + process.logFile(), e);
    }
  }
}
