package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import io.amoeba.embedded.process.UsageWatch;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** For hours, a node joins, is decommissioned, and joins again without its data. */
@EnabledIfSystemProperty(named = "amoeba.soak.minutes", matches = "\\d+")
class RepeatedJoinsClusterIT {
  private static final StartOptions OPTIONS = Operations.withAgent();
  private static final long SAMPLES = 60;

  @Test
  void membersUseNoMoreAfterManyJoinsThanAfterAFewAndNoWriteIsLost() throws Exception {
    Duration soak = Duration.ofMinutes(Long.getLong("amoeba.soak.minutes"));
    long deadline = System.nanoTime() + soak.toNanos();
    CassandraSettings settings = CassandraSettings.defaults().withRacks(3).withOptions(OPTIONS);
    try (CheckedCluster checked =
            CheckedCluster.start(
                settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER);
        UsageWatch watch = UsageWatch.start(soak.dividedBy(SAMPLES))) {
      int joins = 0;
      CassandraNode node = join(checked);
      while (System.nanoTime() < deadline) {
        leave(checked, node);
        node = join(checked);
        joins++;
        System.out.printf("%d joins after the first%n", joins);
      }

      System.out.println(watch.table());
      Findings findings = checked.finish();
      assertThat(findings.isClean()).as(findings.describe()).isTrue();
      assertThat(joins).isPositive();
      assertThat(watch.judged()).isGreaterThanOrEqualTo(Operations.MEMBERS);
      assertThat(watch.growth()).isEmpty();
    }
  }

  private static CassandraNode join(CheckedCluster checked) throws InterruptedException {
    CassandraNode node = checked.cluster().launch(Operations.JOINING_NODE, OPTIONS);
    node.awaitNormal(Operations.LIMIT);
    checked.awaitWhole(Operations.LIMIT);
    checked.settle();
    return node;
  }

  /** Clients never ask this node: requests that it coordinates would fail with its end. */
  private static void leave(CheckedCluster checked, CassandraNode node)
      throws InterruptedException {
    node.nodetool("decommission");
    node.process().stop();
    Operations.wipe(node);
    Operations.awaitDown(checked.cluster(), node);
    checked.settle();
  }
}
