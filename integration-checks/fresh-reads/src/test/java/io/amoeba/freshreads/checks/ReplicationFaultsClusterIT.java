package io.amoeba.freshreads.checks;

import static io.amoeba.freshreads.checks.Observation.PATIENCE;
import static io.amoeba.freshreads.checks.Observation.SECOND;
import static io.amoeba.freshreads.checks.Observation.TENTH;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ReplicationLink;
import io.amoeba.embedded.redis.ServerProgram;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** On each server that is there, a primary with two replicas, one of which lags. */
@ParameterizedClass
@MethodSource("io.amoeba.embedded.redis.ServerProgram#ofThisRun")
@SuppressWarnings("NullAway.Init") // JUnit calls the methods that set the fields
class ReplicationFaultsClusterIT {
  private static final Duration DELAY = Duration.ofMillis(1_200);

  /** While a replica processes so much, it answers others in between. */
  private static final int BACKLOG_MEGABYTES = 20;

  /** Below the node timeout. */
  private static final int LONGEST_SLEEP_SECONDS = 12;

  /** Scripts that take longer than five seconds make a server refuse other commands. */
  private static final int MOST_ELEMENTS = 1_600_000;

  @TempDir static Path folder;

  private static ReplicatedStore store;
  private static RedisServer primary;
  private static RedisServer replica;
  private static ReplicationLink link;

  @Parameter ServerProgram program;

  private Observation seen;

  @BeforeParameterizedClassInvocation
  static void start(ServerProgram program) throws IOException {
    Path own = Files.createDirectory(folder.resolve(program.name()));
    store =
        ReplicatedStore.start(
            own,
            1,
            RedisSettings.defaults()
                .withExecutable(program.find(own).orElseThrow())
                .withReplicas(2)
                .with("cluster-node-timeout", "15000"));
    primary = store.servers().server(1);
    replica = store.servers().server(2);
    link = store.link(replica);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    store.close();
  }

  @BeforeEach
  void observe(TestInfo check) {
    seen = store.observe(check.getTestMethod().orElseThrow().getName(), replica);
  }

  @AfterEach
  void makeWhole() {
    link.restore();
    replica.process().resume();
    seen.close();
  }

  /**
   * It answers nothing meanwhile. When it continues, it answers reads that waited, and more of them
   * while it catches up.
   */
  @Test
  void stoppedReplica() {
    replica.process().pause();
    write(BACKLOG_MEGABYTES);
    seen.awaitNewerWrites(SECOND.plus(SECOND));
    replica.process().resume();
    seen.awaitCalm();

    seen.end().check("replica stopped", TENTH, SECOND);
  }

  @Test
  void silentLink() {
    link.silence();
    seen.awaitStale(SECOND);
    seen.awaitNewerWrites(SECOND);
    link.restore();
    seen.awaitCalm();

    seen.end().check("link silent", TENTH, SECOND);
  }

  @Test
  void delayedLink() {
    link.delay(TENTH.plus(TENTH));
    seen.awaitStale(TENTH);
    link.delay(DELAY);
    seen.awaitStale(SECOND);
    link.restore();
    seen.awaitCalm();

    seen.end().check("link delayed", TENTH, SECOND);
  }

  /** Slower than the writes. */
  @Test
  void throttledLink() {
    link.throttle(2_000);
    seen.awaitStale(SECOND);
    link.restore();
    seen.awaitCalm();

    seen.end().check("link throttled", TENTH, SECOND);
  }

  @Test
  void cutLink() {
    link.cut();
    seen.awaitStale(SECOND);
    link.restore();
    seen.awaitCalm();

    seen.end().check("link cut", TENTH, SECOND);
  }

  /** All commands wait, heartbeats too; what the replica lacks was acknowledged before. */
  @Test
  void pausedWritesAfterASilentLink() {
    link.silence();
    seen.awaitStale(TENTH);
    store.on(primary).clientPause(2_000);
    seen.awaitNewerWrites(SECOND);
    link.restore();
    seen.awaitCalm();

    seen.end().check("primary paused", TENTH, SECOND);
  }

  /**
   * A command that takes long at the primary takes as long at the replica, but later. How long
   * depends on the machine: it becomes longer until the control is over the smaller bound, and is
   * not expected to exceed a second.
   */
  @Test
  void slowCommand() {
    String script = "for i = 1, tonumber(ARGV[1]) do redis.call('RPUSH', KEYS[1], i) end return 0";
    for (int more = 400_000; !seen.isStale(TENTH) && more <= MOST_ELEMENTS; more *= 2) {
      store
          .on(primary)
          .eval(script, ScriptOutputType.INTEGER, new String[] {"slow"}, Integer.toString(more));
      seen.awaitNewerWrites(SECOND);
    }
    seen.awaitCalm();

    seen.end().check("slow command", TENTH);
  }

  /** The link is fast enough for the writes of the check, but not for many more at once. */
  @Test
  void writeBurst() {
    link.throttle(1_000_000);
    seen.awaitNewerWrites(SECOND);
    seen.awaitCalm();
    write(3);
    seen.awaitStale(SECOND);
    link.restore();
    seen.awaitCalm();

    seen.end().check("write burst", TENTH, SECOND);
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

  /**
   * Like a stopped one, but by itself, as with slow commands. When it wakes up, it may take what it
   * lacks before it answers the reads that wait: it sleeps again, and longer, until it does not.
   */
  @Test
  void sleepingReplica() {
    for (int seconds = 2; !seen.isStale(SECOND) && seconds <= LONGEST_SLEEP_SECONDS; seconds += 2) {
      CompletableFuture<String> slept = store.debugSleep(replica, seconds).toCompletableFuture();
      write(BACKLOG_MEGABYTES);
      await().atMost(PATIENCE).until(slept::isDone);
      seen.awaitCalm();
    }

    seen.end().check("replica asleep", TENTH, SECOND);
  }
}
