package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.operations.StepClock;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.promotion.OwnershipAgreement;
import io.amoeba.coordinator.promotion.Poller;
import io.amoeba.coordinator.promotion.Promotion;
import io.amoeba.coordinator.promotion.PromotionLimits;
import io.amoeba.coordinator.promotion.PromotionRest;
import io.amoeba.coordinator.promotion.Takeover;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ServerProgram;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The lead of each shard moves to its replica and back without end, by the code of the coordinator,
 * while clients write. Shards take turns, so that the rest of one passes while others are promoted.
 */
class PromotionsUnderLoadIT {

  /** In the long check, of all kinds of servers together. */
  private static final int PROMOTIONS = Integer.getInteger("amoeba.promotions", 1_000);

  private static final int IN_EACH_BUILD = 24;

  private static final int CLUSTERS = 4;
  private static final int SHARDS = 6;
  private static final int CLIENTS_OF_EACH = 2;

  /** Less, and a server that a busy machine does not let run for a moment counts as failed. */
  private static final int NODE_TIMEOUT_MILLIS = 3_000;

  /** The rest after a promotion is then the shortest, 5 s. */
  private static final int SHORT_NODE_TIMEOUT_MILLIS = 1_000;

  private static final Duration AGREEMENT = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final int MORE_WRITES = 50;
  private static final long MOST_MICROS = TimeUnit.MINUTES.toMicros(1);

  private static final PromotionLimits LIMITS =
      new PromotionLimits(1 << 20, Duration.ofSeconds(30), Duration.ofSeconds(15), 1);

  private static final RedisClient CLIENT = RedisClient.create();

  @TempDir private Path folder = Path.of("");

  @AfterAll
  static void endClient() {
    CLIENT.shutdown();
  }

  @Test
  void noPromotionLosesAnAcknowledgedWriteOrCopiesAllData() throws Exception {
    promote(ServerProgram.INSTALLED, NODE_TIMEOUT_MILLIS, IN_EACH_BUILD);
  }

  /** On all clusters at once: most of the time is the rest of a server between two promotions. */
  @Tag("long")
  @Test
  void noneOfManyPromotionsLosesAnAcknowledgedWriteOrCopiesAllData() throws Exception {
    List<ServerProgram> programs = ServerProgram.available().toList();
    ExecutorService clusters = Executors.newFixedThreadPool(CLUSTERS);
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (int i = 0; i < CLUSTERS; i++) {
        ServerProgram program = programs.get(i % programs.size());
        runs.add(
            clusters.submit(
                () -> {
                  promote(
                      program, SHORT_NODE_TIMEOUT_MILLIS, (PROMOTIONS + CLUSTERS - 1) / CLUSTERS);
                  return null;
                }));
      }
      for (Future<?> run : runs) {
        run.get();
      }
    } finally {
      clusters.shutdownNow();
      assertThat(clusters.awaitTermination(1, TimeUnit.MINUTES)).as("all clusters end").isTrue();
    }
  }

  private void promote(ServerProgram program, int nodeTimeoutMillis, int promotions)
      throws InterruptedException, IOException {
    Path extracted = Files.createTempDirectory(folder, "program");
    Map<String, String> config =
        Map.of(
            "repl-diskless-sync-delay",
            "0",
            // So much that a follower that reconnects late needs no full copy for it.
            "repl-backlog-size",
            "64mb",
            "cluster-node-timeout",
            String.valueOf(nodeTimeoutMillis));
    try (EmbeddedCluster cluster =
            EmbeddedCluster.builder()
                .nodes(SHARDS)
                .redis(new RedisSettings(32, config, program.find(extracted)).withReplicas(1))
                .start();
        RedisConnections connections =
            RealStore.connections(cluster.redis().server(1), Duration.ofSeconds(2))) {
      Shards shards = new Shards(cluster, new RedisClusterAdmin(connections));
      Histogram pauses = new Histogram(MOST_MICROS, 3);
      long copies = fullCopies(cluster);
      try (shards) {
        for (int promotion = 0; promotion < promotions; promotion++) {
          Duration pause = shards.promote(promotion % SHARDS);
          pauses.recordValue(TimeUnit.NANOSECONDS.toMicros(pause.toNanos()));
          assertThat(shards.lost()).as("after promotion %d", promotion + 1).isZero();
        }
        long further = fullCopies(cluster) - copies;
        System.out.printf(
            "%s: %d promotions, %d acknowledged writes, %d lost, %d refused, %d full copies; longest write of each promotion: p50 %.1f ms, p95 %.1f ms, longest %.1f ms%n",
            program,
            promotions,
            shards.acknowledged(),
            shards.lost(),
            shards.refused(),
            further,
            pauses.getValueAtPercentile(50) / 1e3,
            pauses.getValueAtPercentile(95) / 1e3,
            pauses.getMaxValue() / 1e3);
        assertThat(further).as("full copies").isZero();
        assertThat(shards.acknowledged()).as("writes").isGreaterThan(promotions * MORE_WRITES);
      }
    }
  }

  private static long fullCopies(EmbeddedCluster cluster) {
    long copies = 0;
    for (RedisServer server : cluster.redis().servers()) {
      try (StatefulRedisConnection<String, String> connection = CLIENT.connect(server.uri())) {
        copies +=
            connection
                .sync()
                .info("stats")
                .lines()
                .filter(line -> line.startsWith("sync_full:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                .sum();
      }
    }
    return copies;
  }

  /** Primaries with a replica each, and their clients. */
  private static final class Shards implements AutoCloseable {

    private final ClusterAdmin store;
    private final Poller poller = new Poller(StepClock.SYSTEM, POLL);
    private final Promotion promotion;
    private final OwnershipAgreement agreement;
    private final List<CountedWrites> writes;
    private final List<Set<ServerAddress>> servers;

    Shards(EmbeddedCluster cluster, ClusterAdmin store) {
      this.store = store;
      this.promotion =
          new Promotion(
              store, LIMITS, poller, new PromotionRest(System::nanoTime), Promotion.Condition.NONE);
      this.agreement = new OwnershipAgreement(store, promotion, poller);
      this.servers =
          IntStream.rangeClosed(1, SHARDS)
              .mapToObj(
                  node ->
                      Set.of(
                          address(cluster.redis().server(node)),
                          address(cluster.redis().server(SHARDS + node))))
              .toList();
      this.writes =
          IntStream.rangeClosed(1, SHARDS)
              .mapToObj(
                  node ->
                      new CountedWrites(
                          cluster.redis().server(node).uri(),
                          tag(cluster.redis().hashSlotsOf(cluster.redis().server(node))),
                          CLIENTS_OF_EACH))
              .toList();
    }

    private static String tag(List<Integer> hashSlots) {
      return IntStream.range(0, 100_000)
          .mapToObj(i -> "t" + i)
          .filter(tag -> hashSlots.contains(SlotHash.getSlot(tag)))
          .findFirst()
          .orElseThrow();
    }

    private static ServerAddress address(RedisServer server) {
      return new ServerAddress(server.host(), server.port());
    }

    /** Promotes the replica of a shard, and returns how long the slowest write took. */
    Duration promote(int shard) throws InterruptedException {
      Takeover takeover = takeover(servers.get(shard));
      assertThat(
              poller.until(
                  promotion.limit(takeover),
                  () -> promotion.missing(promotion.look(takeover), takeover)))
          .isEmpty();
      CountedWrites ofShard = writes.get(shard);
      ofShard.awaitMore(MORE_WRITES);
      ofShard.longest();
      promotion.carryOut(takeover, new NothingToSay());
      agreement.await(takeover, AGREEMENT);
      ofShard.awaitMore(MORE_WRITES);
      return ofShard.longest();
    }

    private Takeover takeover(Set<ServerAddress> shard) {
      ClusterView seen =
          await()
              .atMost(AGREEMENT)
              .until(
                  () -> store.look(shard),
                  view -> shard.stream().allMatch(address -> view.at(address).isPresent()));
      ServerView primary = only(seen, shard, true);
      ServerView replica = only(seen, shard, false);
      return new Takeover(
          "%s takes over from %s".formatted(replica, primary),
          "PROMOTING",
          primary.id(),
          primary.address(),
          replica.address(),
          replica.id(),
          /* formerStays= */ true,
          OptionalLong.empty(),
          primary.own().hashSlots());
    }

    private static ServerView only(
        ClusterView seen, Set<ServerAddress> shard, boolean ownsHashSlots) {
      return shard.stream()
          .map(address -> seen.at(address).orElseThrow())
          .filter(server -> server.ownsHashSlots() == ownsHashSlots)
          .findFirst()
          .orElseThrow();
    }

    long acknowledged() {
      return writes.stream().mapToLong(CountedWrites::acknowledged).sum();
    }

    long refused() {
      return writes.stream().mapToLong(CountedWrites::refused).sum();
    }

    long lost() {
      return writes.stream().mapToLong(CountedWrites::lost).sum();
    }

    @Override
    public void close() {
      writes.forEach(CountedWrites::close);
    }
  }

  /** Nobody pauses or aborts. */
  private static final class NothingToSay implements StepControl {
    @Override
    public void safePoint() {}

    @Override
    public boolean isPaused() {
      return false;
    }

    @Override
    public boolean isAborted() {
      return false;
    }

    @Override
    public boolean isStopping() {
      return false;
    }

    @Override
    public void says(String text) {}

    @Override
    public void write(Record state) {}
  }
}
