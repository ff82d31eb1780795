package io.amoeba.freshreads.checks;

import static io.amoeba.freshreads.checks.Observation.SECOND;
import static io.amoeba.freshreads.checks.Observation.TENTH;

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

  private FailoverStore failover;
  private ReplicatedStore store;
  private RedisServer primary;
  private RedisServer successor;
  private RedisServer other;
  private Observation seen;

  @BeforeEach
  void start(TestInfo check) {
    failover = FailoverStore.start(folder, RedisSettings.defaults());
    store = failover.store();
    primary = failover.primary();
    successor = failover.successor();
    other = failover.other();
    seen = store.observe(check.getTestMethod().orElseThrow().getName(), other);
  }

  @AfterEach
  void stop() {
    primary.process().resume();
    seen.close();
    failover.close();
  }

  @Test
  void promotedReplica() {
    store.link(other).silence();
    seen.awaitStale(SECOND);
    store.servers().failOver(successor);
    failover.awaitReplaced();
    seen.awaitNewerWrites(AFTER);
    failover.awaitHealed(seen);

    seen.end().check("replica promoted", TENTH, SECOND);
  }

  @Test
  void takeOver() {
    store.link(other).silence();
    seen.awaitStale(SECOND);
    store.on(successor).clusterFailover(false, true);
    failover.awaitReplaced();
    seen.awaitNewerWrites(AFTER);
    failover.awaitHealed(seen);

    seen.end().check("replica took over", TENTH, SECOND);
  }

  @Test
  void stoppedPrimary() {
    store.link(other).silence();
    seen.awaitStale(SECOND);
    primary.process().pause();
    failover.awaitReplaced();
    seen.awaitNewerWrites(AFTER);
    primary.process().resume();
    store.on(primary).ping();
    failover.awaitHealed(seen);

    seen.end().check("primary stopped", TENTH, SECOND);
  }

  /** Both answer clients; the primary takes writes until it misses the majority. */
  @Test
  void primaryIsolatedWithAReplica() {
    store.network().isolate(List.of(primary, other));
    failover.awaitReplaced();
    seen.awaitStale(SECOND);
    store.network().reunite();
    failover.awaitHealed(seen);

    seen.end().check("primary isolated with a replica", TENTH, SECOND);
  }
}
