package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that come back with their data at another address while a node joins. */
@Tag("crash-matrix")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class AddressChangeClusterIT {
  private static final StartOptions OPTIONS = Operations.withAgent();
  private static final StartOptions SLOW = Operations.withAgent(",pace=1MiB/s");

  /** The number of a node that never becomes a member. */
  private static final int RIVAL = 5;

  private static final String FORMER = "127.0.2.4";
  private static final String OTHER = "127.0.2.11";
  private static final Pattern NODE_LINE = Pattern.compile("(?m)^[UD][NJLM] +(\\S+)");

  @Test
  void joiningNodeContinuesAtAnotherAddressAndBackAtItsFirstOne() throws Exception {
    CassandraSettings settings = CassandraSettings.defaults().withRacks(3).withOptions(OPTIONS);
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      CassandraNode joiningNode = checked.cluster().launch(Operations.JOINING_NODE, SLOW);
      JoinBean bean = new JoinBean(joiningNode);
      bean.awaitTokensDone(4, Operations.LIMIT);
      joiningNode.process().kill();

      checked.cluster().launchAt(Operations.JOINING_NODE, OTHER, SLOW);
      restart(checked, 2);
      bean.awaitTokensDone(8, Operations.LIMIT);
      joiningNode.process().kill();
      assertIsThereOnce(checked, OTHER);

      checked.cluster().launchAt(Operations.JOINING_NODE, FORMER, OPTIONS);
      Operations.finishJoin(checked, joiningNode);

      assertIsThereOnce(checked, FORMER);
      Findings findings = checked.finish();
      System.out.println("Joining node at three addresses: " + findings.describe());
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
    }
  }

  @Test
  void memberMovesAndAnotherHostAtTheJoiningNodesAddressIsRefused() throws Exception {
    CassandraSettings settings = CassandraSettings.defaults().withRacks(3).withOptions(OPTIONS);
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      CassandraNode joiningNode = checked.cluster().launch(Operations.JOINING_NODE, SLOW);
      JoinBean bean = new JoinBean(joiningNode);
      bean.awaitTokensDone(4, Operations.LIMIT);

      CassandraNode member = checked.cluster().node(3);
      member.process().kill();
      checked.cluster().launchAt(3, OTHER, OPTIONS);
      member.awaitNormal(Operations.LIMIT);
      checked.addCoordinator(member);
      bean.awaitTokensDone(8, Operations.LIMIT);

      joiningNode.process().kill();
      Operations.awaitDown(checked.cluster(), joiningNode);
      CassandraNode rival = checked.cluster().launchAt(RIVAL, FORMER, OPTIONS);
      assertThat(Operations.lastWords(rival, 0))
          .contains("unfinished incremental join of another host", "another address");

      checked.cluster().launch(Operations.JOINING_NODE, OPTIONS);
      Operations.finishJoin(checked, joiningNode);
      Findings findings = checked.finish();
      System.out.println("Member at another address: " + findings.describe());
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
    }
  }

  private static void restart(CheckedCluster checked, int number) {
    CassandraNode node = checked.cluster().node(number);
    node.process().kill();
    checked.cluster().launch(number, OPTIONS);
    node.awaitNormal(Operations.LIMIT);
  }

  /** On every member: four nodes, the joining one at this address, and no write goes elsewhere. */
  private static void assertIsThereOnce(CheckedCluster checked, String host) {
    for (CassandraNode member : checked.cluster().nodes().subList(0, Operations.MEMBERS)) {
      List<String> hosts =
          NODE_LINE
              .matcher(member.nodetool("status"))
              .results()
              .map(line -> line.group(1).replaceFirst(":.*", ""))
              .toList();
      assertThat(hosts)
          .as("nodetool status on node %d", member.number())
          .containsExactlyInAnyOrder("127.0.2.1", "127.0.2.2", "127.0.2.3", host);
      Map<?, ?> pending =
          (Map<?, ?>)
              member
                  .jmx()
                  .invoke(
                      "org.apache.cassandra.db:type=StorageService",
                      "getPendingRangeToEndpointWithPortMap",
                      "checks");
      assertThat(pending.values().stream().flatMap(nodes -> ((Collection<?>) nodes).stream()))
          .as("pending ranges on node %d", member.number())
          .allMatch(node -> String.valueOf(node).startsWith(host + ":"));
    }
  }
}
