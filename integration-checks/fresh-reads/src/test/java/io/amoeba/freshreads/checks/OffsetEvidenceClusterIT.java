package io.amoeba.freshreads.checks;

import static io.amoeba.freshreads.checks.Observation.SECOND;
import static io.amoeba.freshreads.checks.Observation.TENTH;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ServerProgram;
import io.lettuce.core.cluster.RedisClusterClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * On each server that is there, readers who may not write, whose proofs rest on replication
 * offsets, while a replica lags and while the primary is replaced. Each check has servers of its
 * own, as in {@link FailoverClusterIT}.
 */
@ParameterizedClass
@MethodSource("io.amoeba.embedded.redis.ServerProgram#ofThisRun")
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class OffsetEvidenceClusterIT {
  private static final Duration AFTER = Duration.ofMillis(1_500);

  /** As {@code docs/fresh-reads.md} names it, for keys of these checks. */
  private static final String READER =
      "ACL SETUSER reader on >secret resetchannels ~stamp:* +lindex"
          + " +cluster|nodes +cluster|info +info +readonly";

  @TempDir Path folder;

  @Parameter ServerProgram program;

  private FailoverStore failover;
  private ReplicatedStore store;
  private RedisServer primary;
  private RedisServer successor;
  private RedisServer other;
  private RedisClusterClient reader;
  private Observation seen;

  @BeforeEach
  void start(TestInfo check) {
    failover =
        FailoverStore.start(
            folder, RedisSettings.defaults().withExecutable(program.find(folder).orElseThrow()));
    store = failover.store();
    primary = failover.primary();
    successor = failover.successor();
    other = failover.other();
    for (RedisServer server : store.servers().servers()) {
      Words.send(store.on(server), READER);
    }
    reader = store.newClient("reader", "secret");
    seen = store.observeByOffsets(reader, check.getTestMethod().orElseThrow().getName(), other);
  }

  @AfterEach
  void stop() {
    seen.close();
    reader.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    failover.close();
  }

  @Test
  void silentLink() {
    store.link(other).silence();
    seen.awaitStale(SECOND);
    seen.awaitNewerWrites(SECOND);
    failover.awaitHealed(seen);

    seen.end().check("link silent, by offsets", TENTH, SECOND);
  }

  /** The lagging replica has a larger offset than its new primary, in another history. */
  @Test
  void promotedReplica() {
    store.link(other).silence();
    seen.awaitStale(SECOND);
    store.servers().failOver(successor);
    failover.awaitReplaced();
    seen.awaitNewerWrites(AFTER);
    failover.awaitHealed(seen);

    seen.end().check("replica promoted, by offsets", TENTH, SECOND);
  }

  /** Both answer INFO for ever, with equal offsets. */
  @Test
  void primaryIsolatedWithAReplica() {
    store.network().isolate(List.of(primary, other));
    failover.awaitReplaced();
    seen.awaitStale(SECOND);
    store.network().reunite();
    failover.awaitHealed(seen);

    seen.end().check("primary isolated with a replica, by offsets", TENTH, SECOND);
  }
}
