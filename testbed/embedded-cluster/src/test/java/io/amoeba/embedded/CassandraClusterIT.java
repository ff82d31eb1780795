package io.amoeba.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraNode;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraClusterIT {
  private static final Duration LIMIT = Duration.ofMinutes(4);

  @TempDir Path folder;

  @Test
  void furtherNodeJoinsAndKilledNodeComesBackWithItsTokens() {
    List<ProcessHandle> children;
    CassandraSettings settings = CassandraSettings.defaults().withRacks(3);
    try (CassandraCluster cluster = CassandraCluster.start(settings, 1, folder)) {
      CassandraNode joined = cluster.startNode(2);
      String before = tokens(joined);
      long mark = joined.logBytes();

      joined.process().kill();
      cluster
          .launch(2, StartOptions.NONE.withJvmArguments("-Dcassandra.load_ring_state=true"))
          .awaitNormal(LIMIT);
      cluster.node(1).awaitLive(LIMIT, cluster.nodes());

      // What the second node was before it was killed may have counted as living until now.
      cluster
          .node(1)
          .process()
          .awaitReady(LIMIT, () -> cluster.node(1).nodetool("status").contains("UN  127.0.2.2"));
      assertThat(cluster.node(1).nodetool("status"))
          .contains("UN  127.0.2.1", "UN  127.0.2.2", "rack1", "rack2");
      assertThat(tokens(joined)).isEqualTo(before).hasSizeGreaterThan(16);
      assertThat(joined.logSince(mark))
          .contains("load_ring_state")
          .doesNotContain("JOINING: Starting to bootstrap");
      children = Leftovers.ownChildren();
    }
    Leftovers.awaitGone(children);
    assertThat(folder).isEmptyDirectory();
  }

  private static String tokens(CassandraNode node) {
    return node.jmx()
        .invoke("org.apache.cassandra.db:type=StorageService", "getTokens", node.host())
        .toString();
  }
}
