package io.amoeba.freshreads.checks;

import static io.amoeba.freshreads.checks.Observation.PATIENCE;
import static io.amoeba.freshreads.checks.Observation.SECOND;
import static io.amoeba.freshreads.checks.Observation.TENTH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ReplicationLink;
import io.lettuce.core.ScriptOutputType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** A primary with two replicas, one of which loads an older or the whole data set. */
class ResynchronizationClusterIT {
  private static final Pattern FULL = Pattern.compile("sync_full:(\\d+)");
  private static final String FILL =
      "for i = 1, 20000 do redis.call('SET', '{fill}:' .. i, i) end return 0";
  private static final Duration BEFORE = Duration.ofMillis(1_500);

  @TempDir static Path folder;

  private static ReplicatedStore store;
  private static RedisServer primary;
  private static ReplicationLink link;

  private RedisServer replica;
  private Observation seen;

  @BeforeAll
  static void start() {
    store =
        ReplicatedStore.start(
            folder,
            1,
            RedisSettings.defaults()
                .withReplicas(2)
                .with("cluster-node-timeout", "15000")
                .with("repl-diskless-sync", "yes")
                // So little that a link which was cut needs the whole data set.
                .with("repl-backlog-size", "16384"));
    primary = store.servers().server(1);
    link = store.link(store.servers().server(2));
    store.on(primary).eval(FILL, ScriptOutputType.INTEGER, "{fill}:1");
    // Microseconds, of which the timer makes some more: the snapshot takes about two seconds.
    store.on(primary).configSet("rdb-key-save-delay", "50");
  }

  @AfterAll
  static void stop() {
    store.close();
  }

  @BeforeEach
  void observe(TestInfo check) {
    replica = store.servers().server(2);
    seen = store.observe(check.getTestMethod().orElseThrow().getName(), replica);
  }

  @AfterEach
  void makeWhole() {
    link.restore();
    seen.close();
  }

  private static long fullSynchronizations() {
    Matcher full = FULL.matcher(store.on(primary).info("stats"));
    return full.find() ? Long.parseLong(full.group(1)) : 0;
  }

  private static void awaitInSync(RedisServer server) {
    await()
        .atMost(PATIENCE)
        .until(() -> store.on(server).info("replication").contains("master_link_status:up"));
  }

  /** The replica first serves its old data, then answers LOADING. */
  @Test
  void fullResynchronization() {
    long before = fullSynchronizations();

    link.cut();
    seen.awaitStale(SECOND);
    link.restore();
    awaitInSync(replica);
    seen.awaitCalm();

    assertThat(fullSynchronizations()).isGreaterThan(before);
    seen.end().check("full resynchronization", TENTH, SECOND);
  }

  /** The replica serves its old data while it loads. */
  @Test
  void fullResynchronizationBesideOldData() {
    long before = fullSynchronizations();
    store.on(replica).configSet("repl-diskless-load", "swapdb");

    link.cut();
    seen.awaitStale(SECOND);
    link.restore();
    awaitInSync(replica);
    seen.awaitCalm();
    store.on(replica).configSet("repl-diskless-load", "disabled");

    assertThat(fullSynchronizations()).isGreaterThan(before);
    seen.end().check("full resynchronization, swapdb", TENTH, SECOND);
  }

  /** The replica serves its snapshot until it reaches the primary. */
  @Test
  void restartFromAnOldSnapshot() {
    store.on(replica).save();
    seen.awaitNewerWrites(BEFORE);

    replica.process().kill();
    link.cut();
    RedisServer back = store.servers().startNode(replica.node());
    seen.awaitStale(SECOND);
    link.restore();
    awaitInSync(back);
    seen.awaitCalm();

    seen.end().check("restart from an old snapshot", TENTH, SECOND);
  }
}
