package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cassandra with an agent that leaves it alone. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class SwitchedOffClusterIT {
  @Test
  void killSwitchGivesStockBootstrap() {
    StartOptions off =
        Operations.withAgent().withJvmArguments("-Damoeba.incremental-streaming=off");
    try (CassandraCluster cluster = start(off)) {
      CassandraNode joiningNode = cluster.startNode(2);

      assertThat(cluster.node(1).logSince(0)).contains("Incremental streaming: switched off by -D");
      assertThat(joiningNode.logSince(0)).contains("Starting to bootstrap");
      assertThat(new JoinBean(joiningNode).isThere()).isFalse();
    }
  }

  @Test
  void unknownReleaseIsNotPatched(@TempDir Path classes) throws IOException {
    Path version = classes.resolve("org/apache/cassandra/config/version.properties");
    Files.createDirectories(version.getParent());
    Files.writeString(version, "CassandraVersion=5.1.0\n");
    StartOptions newer = Operations.withAgent().withJvmArguments("-Xbootclasspath/a:" + classes);
    try (CassandraCluster cluster = start(newer)) {
      CassandraNode node = cluster.node(1);

      assertThat(node.logSince(0))
          .contains("Cassandra 5.1.0 is not supported: nothing is patched")
          .contains("a release 5.0.x; this is 5.1.0");
      assertThat(new JoinBean(node).isThere()).isFalse();
    }
  }

  @Test
  void wrongOptionsStopTheNodeBeforeItStarts() {
    StartOptions wrong = Operations.withAgent(",order=fastest,group-size=0,colour=red");
    try (CassandraCluster cluster = start(Operations.withAgent())) {
      CassandraNode node = cluster.launch(2, wrong);

      assertThat(Operations.lastWords(node, 0))
          .contains("order=fastest: want one of token, round-robin, random, least-loaded")
          .contains("group-size=0: want a whole number 1 … 1000")
          .contains("colour=red: there is no such option")
          .doesNotContain("CassandraDaemon");
      assertThat(node.process().endedMessage()).contains("ended with exit code 1");
    }
  }

  @Test
  void secondLineForTheAgentStopsTheNodeBeforeItStarts() {
    StartOptions twice =
        Operations.withAgent()
            .withAgent(
                AgentJars.incrementalStreaming(), Operations.AGENT_OPTIONS + ",group-size=2");
    try (CassandraCluster cluster = start(Operations.withAgent())) {
      CassandraNode node = cluster.launch(2, twice);

      assertThat(Operations.lastWords(node, 0))
          .contains("there is a second -javaagent line for it")
          .doesNotContain("CassandraDaemon");
      assertThat(node.process().endedMessage()).contains("ended with exit code 1");
    }
  }

  private static CassandraCluster start(StartOptions options) {
    return CassandraCluster.start(
        CassandraSettings.defaults().withOptions(options), 1, Operations.FOLDER);
  }
}
