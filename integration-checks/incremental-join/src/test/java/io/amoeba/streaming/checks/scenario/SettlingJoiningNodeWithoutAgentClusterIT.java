package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A joining node that has switched its last step, but not told the losing replicas to stop. */
@Tag("crash-matrix")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class SettlingJoiningNodeWithoutAgentClusterIT {
  /** One step, so that it is the last one. */
  private static final StartOptions OPTIONS =
      CheckedCluster.options()
          .withYaml("paxos_variant", "v2")
          .withAgent(
              AgentJars.incrementalStreaming(),
              Operations.AGENT_OPTIONS.replace("tokens-per-step=4", "tokens-per-step=1536"));

  @Test
  void withoutTheAgentItDoesNotStartAndWithItItFinishes() throws Exception {
    CassandraSettings settings = CassandraSettings.defaults().withRacks(3).withOptions(OPTIONS);
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      CassandraNode joiningNode = checked.cluster().launch(Operations.JOINING_NODE, OPTIONS);
      new JoinWatch(joiningNode).awaitPhase(new JoinPoint(1, "SETTLING"), Operations.LIMIT);
      joiningNode.process().kill();
      long from = joiningNode.logBytes();

      checked.cluster().launch(Operations.JOINING_NODE, CheckedCluster.options());
      assertThat(Operations.lastWords(joiningNode, from))
          .contains("Cannot change the number of tokens");

      checked.cluster().launch(Operations.JOINING_NODE, OPTIONS);
      Operations.finishJoin(checked, joiningNode);
      joiningNode.process().kill();
      checked.cluster().launch(Operations.JOINING_NODE, OPTIONS);
      checked.awaitWhole(Operations.LIMIT);
      Findings findings = checked.finish();
      System.out.println("Join that was stopped at its end: " + findings.describe());
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
    }
  }
}
