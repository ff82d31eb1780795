package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.containers.stack.Container;
import io.amoeba.experiments.hints.HintMode;
import io.amoeba.experiments.join.JoinMode;
import io.amoeba.experiments.load.TrafficSecond;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * A stock cluster gets both agents by a rolling restart, and loses them by another, while clients
 * go on at QUORUM.
 */
@Tag("long")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class AgentRolloutContainersIT {
  private static final String PROJECT = "amoeba-check-rollout";
  private static final String ROWS = "--rows=2000";
  private static final String ENVIRONMENT = "/etc/cassandra/cassandra-env.sh";

  private static final List<String> JARS = List.of(JoinMode.AGENT_JAR, HintMode.AGENT_JAR);

  /** As the documentation says. */
  private static final String LINE = "JVM_OPTS=\"$JVM_OPTS -javaagent:$CASSANDRA_HOME/lib/%s\"";

  private static final String ADD =
      JARS.stream()
          .map(jar -> "echo '%s' >> %s".formatted(LINE.formatted(jar), ENVIRONMENT))
          .collect(Collectors.joining(" && "));

  private static final String REMOVE =
      JARS.stream()
          .map(jar -> "sed -i '/%s/d' %s".formatted(jar, ENVIRONMENT))
          .collect(Collectors.joining(" && "));

  private static final Duration TRAFFIC = Duration.ofMinutes(1);

  /** Longer than a garbage collection on a busy machine, shorter than any timeout. */
  private static final int LONGEST_SILENCE_SECONDS = 4;

  private static CassandraNodes nodes;
  private static Container traffic;

  @BeforeAll
  static void start() {
    nodes = CassandraNodes.start(PROJECT, List.of(), List.of());
    Container loader = nodes.traffic(ROWS, "--load", "--duration=0s");
    await().atMost(TRAFFIC).until(() -> !loader.state().equals("running"));
    assertThat(loader.exitCode()).as(loader.logTail(10)).isZero();
    Containers.engine().docker("rm", "-v", loader.id());
    traffic = nodes.traffic(ROWS, "--workload=A", "--duration=1h", "--in-flight=4");
    await().atMost(TRAFFIC).until(() -> seconds().stream().anyMatch(s -> s.operations() > 0));
  }

  @AfterAll
  static void end() {
    nodes.close();
    assertThat(Containers.remains(PROJECT)).isEmpty();
  }

  private static List<TrafficSecond> seconds() {
    return TrafficSecond.LINES.all(traffic);
  }

  private static void restartAll(String change) {
    for (int node = 1; node <= CassandraNodes.FIRST_NODES; node++) {
      Container container = nodes.node(node);
      container.exec("sh", "-c", change);
      container.exec("nodetool", "drain");
      container.stop();
      container.start();
      nodes.awaitMembers(CassandraNodes.FIRST_NODES);
    }
  }

  private static String commandLine(int node) {
    return nodes.node(node).exec("cat", "/proc/1/cmdline");
  }

  private static void assertTrafficWentOn(int from) {
    List<TrafficSecond> meanwhile = seconds();
    meanwhile = meanwhile.subList(from, meanwhile.size());
    long operations = meanwhile.stream().mapToLong(TrafficSecond::operations).sum();
    int silence = 0;
    int longest = 0;
    for (TrafficSecond second : meanwhile) {
      silence = second.operations() > 0 ? 0 : silence + 1;
      longest = Math.max(longest, silence);
    }
    System.out.printf(
        "%d operations in %d s; longest time without: %d s%n",
        operations, meanwhile.size(), longest);
    assertThat(meanwhile)
        .as(traffic.logTail(200))
        .allSatisfy(second -> assertThat(second.failed()).isZero());
    assertThat(operations).isPositive();
    assertThat(longest).isLessThanOrEqualTo(LONGEST_SILENCE_SECONDS);
  }

  @Test
  @Order(1)
  void agentsAreAddedNodeByNode() {
    int from = seconds().size();

    restartAll(ADD);

    assertTrafficWentOn(from);
    for (int node = 1; node <= CassandraNodes.FIRST_NODES; node++) {
      assertThat(commandLine(node)).contains(JARS);
      assertThat(nodes.node(node).logTail(Integer.MAX_VALUE))
          .containsPattern("Incremental streaming .* on Cassandra 5")
          .containsPattern("Read hints .* on Cassandra 5")
          .doesNotContain("NOT PATCHED");
    }
  }

  @Test
  @Order(2)
  void agentsAreRemovedNodeByNode() {
    int from = seconds().size();

    restartAll(REMOVE);

    assertTrafficWentOn(from);
    for (int node = 1; node <= CassandraNodes.FIRST_NODES; node++) {
      assertThat(commandLine(node)).doesNotContain(JARS);
    }
  }
}
