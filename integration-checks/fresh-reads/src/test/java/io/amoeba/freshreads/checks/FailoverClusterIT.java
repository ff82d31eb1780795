package io.amoeba.freshreads.checks;

import static io.amoeba.freshreads.checks.Observation.PATIENCE;
import static io.amoeba.freshreads.checks.Observation.SECOND;
import static io.amoeba.freshreads.checks.Observation.TENTH;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * A primary is replaced by one of its replicas, while the other one does not hear of it. Each check
 * has servers of its own: repeated promotions of one server would have to be far apart.
 */
class FailoverClusterIT {
  private static final Duration AFTER = Duration.ofMillis(1_500);

  @TempDir Path folder;

  private ReplicatedStore store;
  private RedisServer primary;
  private RedisServer successor;
  private RedisServer other;
  private Observation seen;

  @BeforeEach
  void start(TestInfo check) {
    store =
        ReplicatedStore.start(
            folder,
            3,
            RedisSettings.defaults()
                .with("cluster-node-timeout", "1500")
                .with("repl-diskless-sync-delay", "0")
                // Otherwise an isolated replica soon refuses reads, whoever asks.
                .with("cluster-allow-reads-when-down", "yes"));
    primary = store.servers().server(1);
    successor = store.servers().startReplica(4, primary);
    other = store.servers().startReplica(5, primary);
    store.on(other).configSet("cluster-replica-no-failover", "yes");
    seen = store.observe(check.getTestMethod().orElseThrow().getName(), other);
  }

  @AfterEach
  void stop() {
    primary.process().resume();
    seen.close();
    store.close();
  }

  private void awaitReplaced() {
    await().atMost(PATIENCE).until(() -> store.servers().hashSlotsOf(successor).size() > 1);
  }

  private void awaitHealed() {
    store.link(other).restore();
    seen.awaitNewerWrites(SECOND);
    seen.awaitCalm();
  }

  @Test
  void promotedReplica() {
    store.link(other).silence();
    seen.awaitStale(SECOND);
    store.on(successor).clusterFailover(false);
    awaitReplaced();
    seen.awaitNewerWrites(AFTER);
    awaitHealed();

    seen.end().check("replica promoted", TENTH, SECOND);
  }

  @Test
  void takeOver() {
    store.link(other).silence();
    seen.awaitStale(SECOND);
    store.on(successor).clusterFailover(false, true);
    awaitReplaced();
    seen.awaitNewerWrites(AFTER);
    awaitHealed();

    seen.end().check("replica took over", TENTH, SECOND);
  }

  @Test
  void stoppedPrimary() {
    store.link(other).silence();
    seen.awaitStale(SECOND);
    primary.process().pause();
    awaitReplaced();
    seen.awaitNewerWrites(AFTER);
    primary.process().resume();
    store.on(primary).ping();
    awaitHealed();

    seen.end().check("primary stopped", TENTH, SECOND);
  }

  /** Both answer clients; the primary takes writes until it misses the majority. */
  @Test
  void primaryIsolatedWithAReplica() {
    store.network().isolate(List.of(primary, other));
    awaitReplaced();
    seen.awaitStale(SECOND);
    store.network().reunite();
    awaitHealed();

    seen.end().check("primary isolated with a replica", TENTH, SECOND);
  }
}
