package io.amoeba.freshreads.checks;

import static io.amoeba.freshreads.checks.Observation.PATIENCE;
import static io.amoeba.freshreads.checks.Observation.SECOND;
import static io.amoeba.freshreads.checks.Observation.TENTH;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ReplicationLink;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** A primary with two replicas, one of which lags. */
@Tag("long")
class ReplicationFaultsClusterIT {
  private static final Duration FAULT = Duration.ofMillis(2_500);

  @TempDir static Path folder;

  private static ReplicatedStore store;
  private static RedisServer primary;
  private static RedisServer replica;
  private static ReplicationLink link;

  private Observation seen;

  @BeforeAll
  static void start() {
    store =
        ReplicatedStore.start(
            folder,
            1,
            RedisSettings.defaults().withReplicas(2).with("cluster-node-timeout", "15000"));
    primary = store.servers().server(1);
    replica = store.servers().server(2);
    link = store.link(replica);
  }

  @AfterAll
  static void stop() {
    store.close();
  }

  @BeforeEach
  void observe(TestInfo check) {
    seen = store.observe(check.getTestMethod().orElseThrow().getName());
  }

  @AfterEach
  void makeWhole() {
    link.restore();
    replica.process().resume();
    seen.close();
  }

  /** When it continues, it answers clients while it catches up. */
  @Test
  void stoppedReplica() {
    replica.process().pause();
    write(20);
    seen.awaitNewerWrites(FAULT);
    replica.process().resume();
    store.on(replica).ping();
    seen.awaitCalm();

    seen.end().check("replica stopped", TENTH, SECOND);
  }

  @Test
  void silentLink() {
    link.silence();
    seen.awaitNewerWrites(FAULT);
    link.restore();
    seen.awaitCalm();

    seen.end().check("link silent", TENTH, SECOND);
  }

  @Test
  void delayedLink() {
    link.delay(Duration.ofMillis(200));
    seen.awaitNewerWrites(FAULT);
    link.delay(Duration.ofMillis(1_200));
    seen.awaitNewerWrites(FAULT);
    link.restore();
    seen.awaitCalm();

    seen.end().check("link delayed", TENTH, SECOND);
  }

  @Test
  void throttledLink() {
    link.throttle(2_000);
    seen.awaitNewerWrites(FAULT);
    link.restore();
    seen.awaitCalm();

    seen.end().check("link throttled", TENTH, SECOND);
  }

  @Test
  void cutLink() {
    link.cut();
    seen.awaitNewerWrites(FAULT);
    link.restore();
    seen.awaitCalm();

    seen.end().check("link cut", TENTH, SECOND);
  }

  /** All commands wait, heartbeats too; what the replica lacks was acknowledged before. */
  @Test
  void pausedWritesAfterASilentLink() {
    link.silence();
    seen.awaitNewerWrites(Duration.ofMillis(500));
    store.on(primary).clientPause(2_000);
    seen.awaitNewerWrites(SECOND);
    link.restore();
    seen.awaitCalm();

    seen.end().check("primary paused", TENTH, SECOND);
  }

  /** A command that takes long at the primary takes as long at the replica, but later. */
  @Test
  void slowCommand() {
    String script = "for i = 1, 300000 do redis.call('RPUSH', KEYS[1], ARGV[1] .. i) end return 0";
    for (int list = 0; list < 2; list++) {
      store
          .on(primary)
          .eval(script, ScriptOutputType.INTEGER, new String[] {"slow"}, "x".repeat(list));
    }
    seen.awaitNewerWrites(SECOND);
    seen.awaitCalm();

    seen.end().check("slow command", TENTH);
  }

  @Test
  void writeBurst() {
    write(50);
    seen.awaitNewerWrites(SECOND);
    seen.awaitCalm();

    seen.end().check("write burst", TENTH);
  }

  private static void write(int megabytes) {
    String kilobyte = "x".repeat(1_000);
    CompletableFuture.allOf(
            IntStream.range(0, 1_000 * megabytes)
                .mapToObj(i -> store.async(primary).set("burst:" + i, kilobyte))
                .map(RedisFuture::toCompletableFuture)
                .toArray(CompletableFuture[]::new))
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  @Test
  void sleepingReplica() {
    CompletableFuture<String> slept = store.debugSleep(replica, 2).toCompletableFuture();
    await().atMost(PATIENCE).until(slept::isDone);
    seen.awaitCalm();

    seen.end().check("replica asleep", TENTH, SECOND);
  }
}
