package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.containers.fault.LinkCut;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node whose cable is pulled in the middle of a join, until all believe it dead. */
@Tag("in-progress")
class CutOffJoinContainersIT {
  private static final String PROJECT = "amoeba-check-cut-off";
  private static final int OBSERVER = 1;
  private static final Pattern STREAMS_SECOND_STEP =
      Pattern.compile("Incremental join: step 2 of \\d+, epoch \\d+: STREAMING");

  @ParameterizedTest(name = "node {0}")
  @ValueSource(ints = {2, CassandraNodes.JOINER})
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void joinGoesOnWhenTheLinkIsHealedAndNoWriteIsLost(int victim) throws Exception {
    List<String> options = new ArrayList<>(CheckedClients.NODE_OPTIONS);
    options.add(CassandraNodes.AGENT);
    try (CassandraNodes nodes = CassandraNodes.start(PROJECT, options, List.of());
        CheckedClients clients = CheckedClients.start(nodes)) {
      nodes.launchJoiner();
      nodes.awaitLog(CassandraNodes.JOINER, STREAMS_SECOND_STEP);

      try (LinkCut cut = nodes.cut(victim)) {
        assertThat(cut).isNotNull();
        nodes.awaitDown(OBSERVER, 1);
        clients.settle();
        nodes.assertJoining();
      }

      nodes.awaitMembers(CassandraNodes.JOINER);
      clients.ask(CassandraNodes.JOINER);
      clients.settle();
      clients.assertNothingLost();
    }
    assertThat(Containers.remains(PROJECT)).isEmpty();
  }
}
