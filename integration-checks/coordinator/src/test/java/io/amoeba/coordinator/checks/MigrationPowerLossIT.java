package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.failover.OldPrimary;
import io.amoeba.coordinator.changes.failover.PrimaryReplacements.Planned;
import io.amoeba.coordinator.changes.failover.ReplacementLimits;
import io.amoeba.coordinator.checks.ReplacementDriver.End;
import io.amoeba.coordinator.checks.ReplacementDriver.Report;
import io.amoeba.coordinator.checks.StoppedCluster.Moment;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.redis.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers lose power while node 4 replaces the primary of node 1 and clients write. Each server has
 * a disk of its own, and forces every write to it before it acknowledges it. No replica takes over
 * by itself: then Redis itself may lose the last writes.
 */
@Tag("long")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class MigrationPowerLossIT {

  private static final int PRIMARY = 1;
  private static final int NEW_SERVER = 4;
  private static final int LAST_HASH_SLOT = 5_460;
  private static final int KEYS = 2_000;

  private static final ReplacementLimits LIMITS =
      new ReplacementLimits(
          1_048_576,
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(10),
          3,
          Duration.ofSeconds(3),
          Duration.ofSeconds(30),
          Duration.ofMillis(50));

  @TempDir private Path folder = Path.of("");
  private StoreOnDisks disks;
  private RealStore store;
  private Path journal;

  /** Copies, and rewrites of what was copied, take a second or more. */
  @BeforeEach
  void start() throws IOException {
    journal = folder.resolve("operation.json");
    Map<String, String> config = new HashMap<>(RealStore.FORCED);
    config.put("cluster-replica-no-failover", "yes");
    disks = StoreOnDisks.start(folder.resolve("disks"), config);
    store = disks.store;
    store.redis().startNode(NEW_SERVER);
    Map<String, String> keys = new HashMap<>();
    String tag = "{" + AcknowledgedWrites.tags(LAST_HASH_SLOT, LAST_HASH_SLOT, 1).get(0) + "}";
    IntStream.range(0, KEYS).forEach(i -> keys.put(tag + i, "v"));
    store.on(PRIMARY, redis -> redis.mset(keys));
    for (int node : List.of(PRIMARY, NEW_SERVER)) {
      store.on(node, redis -> redis.configSet("rdb-key-save-delay", "500"));
    }
  }

  @AfterEach
  void end() throws IOException {
    if (disks != null) {
      disks.close();
    }
  }

  @Test
  void aPrimaryThatHasLostPowerWhileItWasCopiedIsReplacedWithAllWrites()
      throws InterruptedException {
    isReplacedWithAllWrites(Moment.COPIES, PRIMARY);
  }

  @Test
  void aNewServerThatHasLostPowerWhileItCopiedReplacesThePrimaryWithAllWrites()
      throws InterruptedException {
    isReplacedWithAllWrites(Moment.COPIES, NEW_SERVER);
  }

  @Test
  void aNewServerThatHasLostPowerBeforeItsPromotionReplacesThePrimaryWithAllWrites()
      throws InterruptedException {
    isReplacedWithAllWrites(Moment.IN_SYNC, NEW_SERVER);
  }

  @Test
  void aNewServerThatLosesPowerRightAfterItsPromotionHasAllWrites() throws InterruptedException {
    isReplacedWithAllWrites(Moment.PROMOTED, NEW_SERVER);
  }

  @Test
  void aFormerPrimaryThatLosesPowerRightAfterItsReplacementFollowsTheNewOne()
      throws InterruptedException {
    isReplacedWithAllWrites(Moment.PROMOTED, PRIMARY);
  }

  private void isReplacedWithAllWrites(Moment moment, int node) throws InterruptedException {
    try (AcknowledgedWrites writes = store.writes(0, 99, 1)) {
      writes.awaitMore(100);
      Report report =
          replaceAnd(
              moment,
              () -> {
                writes.awaitMore(100);
                disks.losePower(node);
                disks.startAgain(node);
              });

      Report last = report.end() == End.COMPLETED ? report : goOn();
      assertThat(last.end()).as("%s, then %s", report, last).isEqualTo(End.COMPLETED);
      assertThat(journal).doesNotExist();
      writes.awaitMore(100);
      writes.endAndCheck();
    }
    store.assertOwned(0, LAST_HASH_SLOT, NEW_SERVER);
    long keys = store.on(NEW_SERVER, redis -> redis.dbsize());
    assertThat(keys).isGreaterThanOrEqualTo(KEYS);
  }

  private Report replaceAnd(Moment moment, Runnable event) {
    try (RedisConnections connections = store.connections()) {
      StoppedCluster cluster =
          new StoppedCluster(
              new RedisClusterAdmin(connections), address(NEW_SERVER), moment, event);
      Planned planned =
          new Planned(
              store.id(PRIMARY),
              address(PRIMARY),
              address(NEW_SERVER),
              List.of(new HashSlotSpan(0, LAST_HASH_SLOT)));
      Report report = driver().replace(cluster, planned, OldPrimary.KEEP);
      assertThat(cluster.happened()).isTrue();
      return report;
    }
  }

  private Report goOn() {
    try (RedisConnections connections = store.connections()) {
      return driver().goOn(new RedisClusterAdmin(connections));
    }
  }

  private ReplacementDriver driver() {
    return new ReplacementDriver(journal, LIMITS);
  }

  private ServerAddress address(int node) {
    RedisServer server = store.server(node);
    return new ServerAddress(server.host(), server.port());
  }
}
