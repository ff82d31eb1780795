package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients with lightweight transactions are told when a member is killed during a join. */
@Tag("crash-matrix")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class TransactionsClusterIT {

  private static final int KILLS = 3;

  @ParameterizedTest
  @CsvSource({"v1, false", "v2, false", "v1, true", "v2, true"})
  void killedMemberGivesThemErrorsThatDriversKnow(String paxos, boolean agent) throws Exception {
    StartOptions stock =
        CheckedCluster.options()
            .withYaml("paxos_variant", paxos)
            .withYaml("stream_throughput_outbound", "1MiB/s");
    StartOptions options =
        agent ? stock.withAgent(AgentJars.incrementalStreaming(), Operations.AGENT_OPTIONS) : stock;
    CassandraSettings settings = CassandraSettings.defaults().withOptions(options);
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      CassandraNode joiningNode = checked.cluster().launch(Operations.JOINING_NODE, options);
      joiningNode
          .process()
          .awaitReady(
              Operations.LIMIT,
              () ->
                  joiningNode.logSince(0).contains(agent ? "STREAMING" : "Starting to bootstrap"));
      for (int kill = 0; kill < KILLS; kill++) {
        CassandraNode member = checked.cluster().node(2 + kill % 2);
        member.process().kill();
        Operations.awaitDown(checked.cluster(), member);
        checked.cluster().launch(member.number(), options);
        member
            .process()
            .awaitReady(Operations.LIMIT, () -> member.jmx().isNativeTransportRunning());
        checked.settle();
      }
      Map<String, Long> errors = checked.transactionErrors();
      System.out.printf(
          "Errors of transactions, Paxos %s, %s: %s%n", paxos, agent ? "agent" : "stock", errors);
      assertThat(errors).isNotEmpty();
      assertThat(errors.keySet()).noneMatch(kind -> kind.contains("ServerError"));
    }
  }
}
