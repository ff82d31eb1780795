package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/**
 * Two nodes that begin to join at the same moment, before either has heard of the other. Which of
 * them goes first, and whether the other is stopped by Cassandra or by the agent, is chance.
 */
@Tag("crash-matrix")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class ConcurrentJoinsClusterIT {
  private static final String BEGINS = "This node joins in";
  private static final Duration POLL = Duration.ofMillis(20);
  private static final StartOptions OPTIONS = Operations.withAgent();

  @RepeatedTest(2)
  void oneJoinsAndTheOtherEndsAndJoinsWhenItIsStartedAgain() throws Exception {
    try (CheckedCluster checked =
        CheckedCluster.start(
            CassandraSettings.defaults().withRacks(3).withOptions(OPTIONS),
            Operations.MEMBERS,
            Operations.LIGHT,
            Operations.FOLDER)) {
      CassandraNode one = checked.cluster().launch(4, OPTIONS);
      CassandraNode two = checked.cluster().launch(5, OPTIONS);
      letThemBeginTogether(one, two);
      await().atMost(Operations.LIMIT).until(() -> !one.isAlive() || !two.isAlive());
      CassandraNode first = one.isAlive() ? one : two;
      CassandraNode second = first == one ? two : one;
      System.out.printf("Node %d ended: %s%n", second.number(), reason(second));
      assertThat(reason(second))
          .containsAnyOf(
              "started to join at the same time and has precedence", "Other bootstrapping/leaving");
      Operations.finishJoin(checked, first);
      long from = second.logBytes();

      checked.cluster().launch(second.number(), OPTIONS);
      Operations.finishJoin(checked, second);
      Findings findings = checked.finish();

      System.out.println(findings.describe());
      assertThat(second.logSince(from)).contains(BEGINS);
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
      assertThat(List.of(first.isAlive(), second.isAlive())).containsOnly(true);
    }
  }

  /** Whoever is ready first stands still until the other one is, before gossip tells anybody. */
  private static void letThemBeginTogether(CassandraNode one, CassandraNode two) {
    await()
        .atMost(Operations.LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(POLL)
        .until(() -> begins(one) || begins(two));
    CassandraNode early = begins(one) ? one : two;
    CassandraNode late = early == one ? two : one;
    early.process().pause();
    await().atMost(Operations.LIMIT).until(() -> begins(late) || !late.isAlive());
    early.process().resume();
  }

  private static boolean begins(CassandraNode node) {
    return node.logSince(0).contains(BEGINS);
  }

  private static String reason(CassandraNode node) {
    return node.logSince(0)
        .lines()
        .filter(line -> line.contains("encountered during startup"))
        .findFirst()
        .orElse("for no reason");
  }
}
