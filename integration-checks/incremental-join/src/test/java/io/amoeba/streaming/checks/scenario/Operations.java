package io.amoeba.streaming.checks.scenario;

import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.NodeJmx;
import io.amoeba.embedded.cassandra.StartOptions;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.streaming.checks.workload.WorkloadSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the checks of operations have in common. */
final class Operations {
  static final int MEMBERS = 3;
  static final int JOINING_NODE = 4;
  static final Duration LIMIT = Duration.ofMinutes(5);

  /** Emptied after each test, but for the logs of a failed one. */
  static final Path FOLDER = Path.of("target", "clusters");

  /** Few data: a step is streamed within seconds. */
  static final WorkloadSettings LIGHT = new WorkloadSettings(800, 2, 2, 120, 120);

  /** Four tokens a step: enough steps to see, few enough to wait for. */
  static final String AGENT_OPTIONS = "tokens-per-step=4,on-ineligible=fail";

  private Operations() {}

  /**
   * The same, with the pace of the system property {@code crash.matrix.pace}, if it is set: {@code
   * clients}, {@code time}.
   */
  static String optionsOfThePace() {
    String pace = System.getProperty("crash.matrix.pace", "");
    return pace.isEmpty() ? AGENT_OPTIONS : AGENT_OPTIONS + ",pace=" + pace;
  }

  /** Every node with the agent, four tokens a step. */
  static StartOptions withAgent() {
    return withAgent("");
  }

  /**
   * @param more further options, each with a comma in front
   */
  static StartOptions withAgent(String more) {
    return CheckedCluster.options()
        .withYaml("paxos_variant", "v2")
        .withAgent(AgentJars.incrementalStreaming(), AGENT_OPTIONS + more);
  }

  /** Waits until the node has ended by itself, and returns what it said but for information. */
  static String lastWords(CassandraNode node, long from) {
    try {
      node.process().awaitReady(LIMIT, () -> false);
    } catch (ServerException ended) {
      if (node.isAlive()) {
        throw ended;
      }
    }
    return node.logSince(from)
        .lines()
        .filter(line -> !line.contains(" INFO "))
        .collect(Collectors.joining("\n"));
  }

  /** Without nodetool, which knows only by a lost connection that the node has ended. */
  static void stopDaemon(CassandraNode node) {
    try {
      node.jmx().invoke(NodeJmx.STORAGE_SERVICE, "stopDaemon");
    } catch (ServerException connectionLost) {
      // It ends while it is asked.
    }
  }

  /** Deletes a stopped node's data. */
  static void wipe(CassandraNode node) {
    try (Stream<Path> paths = Files.walk(node.folder())) {
      List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete the data in " + node.folder(), e);
    }
  }

  /** Waits until every other living node believes that this one is down. */
  static void awaitDown(CassandraCluster cluster, CassandraNode dead) {
    for (CassandraNode node : cluster.nodes()) {
      if (node.isAlive() && node != dead) {
        node.process()
            .awaitReady(LIMIT, () -> !node.jmx().liveNodes().contains(dead.storageAddress()));
      }
    }
  }

  /** Waits for the end of a join, and lets clients ask the new member. */
  static void finishJoin(CheckedCluster checked, CassandraNode joiningNode)
      throws InterruptedException {
    joiningNode.awaitNormal(LIMIT);
    List<CassandraNode> alive =
        checked.cluster().nodes().stream().filter(CassandraNode::isAlive).toList();
    for (CassandraNode node : alive) {
      node.awaitLive(LIMIT, alive);
    }
    checked.addCoordinator(joiningNode);
    checked.settle();
  }
}
