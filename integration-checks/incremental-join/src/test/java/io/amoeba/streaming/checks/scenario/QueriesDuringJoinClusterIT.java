package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.TlsKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Scans, a storage-attached index and counters while a node joins; the nodes speak TLS with each
 * other.
 */
@Tag("crash-matrix")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class QueriesDuringJoinClusterIT {
  @Test
  void scansIndexQueriesAndCountersStayRight(@TempDir Path folder) throws Exception {
    TlsKeys keys = TlsKeys.make(folder);
    CassandraSettings settings =
        CassandraSettings.defaults()
            .withRacks(3)
            .withOptions(keys.encrypted(Operations.withAgent()));
    try (CheckedCluster checked =
        CheckedCluster.start(settings, Operations.MEMBERS, Operations.LIGHT, Operations.FOLDER)) {
      long seed = System.nanoTime();
      System.out.println("Seed of the queries: " + seed);
      try (QueryLoad load = new QueryLoad(checked::session, seed)) {
        load.start();
        CassandraNode joiningNode =
            checked
                .cluster()
                .launch(Operations.JOINING_NODE, keys.encrypted(Operations.withAgent()));
        JoinWatch watch = new JoinWatch(joiningNode);
        try {
          Operations.finishJoin(checked, joiningNode);
        } catch (RuntimeException e) {
          System.out.println("Until then: " + load.describe());
          throw e;
        }

        List<String> broken = load.finish(Operations.JOINING_NODE);
        System.out.printf("Join of %d steps: %s%n", watch.steps(), load.describe());
        for (CassandraNode node : checked.cluster().nodes()) {
          System.out.println("Node " + node.number() + ": " + new JoinBean(node).describe());
        }
        Findings findings = checked.finish();
        System.out.println(findings.describe());
        assertThat(joiningNode.logSince(0)).contains("encryption = encrypted");
        assertThat(broken).isEmpty();
        assertThat(load.answers()).isPositive();
        assertThat(findings.isClean()).as(findings.describe()).isTrue();
      }
    }
  }
}
