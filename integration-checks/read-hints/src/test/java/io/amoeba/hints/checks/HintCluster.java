package io.amoeba.hints.checks;

import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.cassandra.CassandraCluster;
import io.amoeba.embedded.cassandra.CassandraSettings;
import io.amoeba.embedded.cassandra.StartOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the checks' clusters have in common. Stateless. */
final class HintCluster {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** Looks, one each second. Between two of them a busy machine may just not have continued. */
  private static final int LOOKS = 3;

  private HintCluster() {}

  static CassandraCluster start(StartOptions options, int nodes) {
    return start(CassandraSettings.defaults().withOptions(options), nodes);
  }

  static CassandraCluster start(CassandraSettings settings, int nodes) {
    return CassandraCluster.start(
        settings.withHeapMegabytes(384), nodes, Path.of("target", "clusters"));
  }

  /** The keyspace of all tables: every node has all of it. */
  static void makeKeyspace(NodeClient client) {
    client.changeSchema(
        "CREATE KEYSPACE shop WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
  }

  /** Ends all of it, also after a start that failed half way. */
  static void end(@Nullable CassandraCluster cluster, @Nullable NodeClient... clients) {
    if (cluster == null) {
      return;
    }
    cluster.keepLogs();
    for (NodeClient client : clients) {
      if (client != null) {
        client.close();
      }
    }
    cluster.close();
  }

  /** What is seen, when it stands still: reads are counted when their batch is made. */
  static <T> T settled(Supplier<T> seen) {
    AtomicReference<@Nullable T> last = new AtomicReference<>();
    AtomicInteger same = new AtomicInteger();
    return await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofSeconds(1))
        .until(
            seen::get,
            now -> {
              boolean still = now.equals(last.getAndSet(now));
              return same.updateAndGet(looks -> still ? looks + 1 : 1) == LOOKS;
            });
  }

  /** As the other, of a number that is not to be seen before it has grown to this. */
  static long settled(Supplier<Long> seen, long least) {
    await().atMost(LIMIT).until(() -> seen.get() >= least);
    return settled(seen);
  }
}
