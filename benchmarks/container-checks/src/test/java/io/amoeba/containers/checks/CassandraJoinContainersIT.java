package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.containers.stack.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("in-progress")
class CassandraJoinContainersIT {
  private static final String PROJECT = "amoeba-check-join";
  private static final Pattern STREAMS_SECOND_STEP =
      Pattern.compile("Incremental join: step 2 of \\d+, epoch \\d+: STREAMING");

  private static final String STARTS = "Incremental streaming ";

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void killedJoinerGoesOnWhenItIsStartedAgainAndNoWriteIsLost() throws Exception {
    List<String> options = new ArrayList<>(CheckedClients.NODE_OPTIONS);
    options.add(CassandraNodes.AGENT);
    try (CassandraNodes nodes = CassandraNodes.start(PROJECT, options, List.of());
        CheckedClients clients = CheckedClients.start(nodes)) {
      Container joiner = nodes.launchJoiner();
      nodes.awaitLog(CassandraNodes.JOINER, STREAMS_SECOND_STEP);

      joiner.kill();
      clients.settle();
      joiner.start();

      nodes.awaitMembers(CassandraNodes.JOINER);
      clients.ask(CassandraNodes.JOINER);
      clients.settle();
      clients.assertNothingLostNorQuorumFailed();
      String log = joiner.logTail(Integer.MAX_VALUE);
      assertThat(log.substring(log.lastIndexOf(STARTS)))
          .as("what was done before stays done")
          .contains("; 4 of 16 tokens done", "FINISHED; 16 of 16 tokens done")
          .doesNotContain("; 0 of 16 tokens done");
    }
    assertThat(Containers.remains(PROJECT)).isEmpty();
  }
}
