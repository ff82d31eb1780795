package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.slots.SlotMigrationLimits;
import io.amoeba.coordinator.checks.SlotMigrations.End;
import io.amoeba.coordinator.checks.SlotMigrations.Orders;
import io.amoeba.coordinator.checks.SlotMigrations.Report;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.redis.ServerProgram;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hash slots of Valkey 9 with keys in several databases, moved by SETSLOT and MIGRATE. */
class ValkeyDatabasesIT {

  private static final int HASH_SLOT = 5;
  private static final int KEYS = 250;
  private static final int DATABASE = 3;
  private static final String PASSWORD = "s3cret-of-the-test";

  @TempDir private Path folder = Path.of("");
  private @Nullable RealStore store;

  @AfterEach
  void end() {
    if (store != null) {
      store.close();
    }
  }

  @Test
  void keysOfEveryDatabaseMoveWithTheirHashSlot() {
    RealStore valkey = start(Map.of("cluster-databases", "4"));
    fill(valkey);

    Report report;
    try (RedisConnections connections = valkey.connections()) {
      ClusterAdmin driver = new RedisClusterAdmin(connections);
      report = move(valkey, driver);
    }

    assertThat(report.end()).as("%s", report.reasons()).isEqualTo(End.COMPLETED);
    assertThat(keys(valkey, 1, DATABASE)).isZero();
    assertThat(keys(valkey, 2, DATABASE)).isEqualTo(KEYS);
    assertThat(keys(valkey, 2, 0)).isEqualTo(2);
    valkey.assertOwned(HASH_SLOT, HASH_SLOT, 2);
  }

  @Test
  void moveIsRefusedBeforeAnythingChangesIfADatabaseCannotBeSelected() throws IOException {
    RealStore valkey = start(Map.of("cluster-databases", "4"));
    fill(valkey);
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    valkey.acl("reset on >" + PASSWORD + " allkeys allcommands -select");

    Report report;
    try (RedisConnections connections =
        new RedisConnections(
            valkey.settings(Optional.of("mover"), Optional.of(password)), Leadership.ALONE)) {
      ClusterAdmin driver = new RedisClusterAdmin(connections);
      report = move(valkey, driver);
    }

    assertThat(report.end()).as("%s", report.reasons()).isEqualTo(End.STOPPED);
    assertThat(report.reasons().toString()).contains("SELECT 3");
    assertThat(keys(valkey, 1, DATABASE)).isEqualTo(KEYS);
    valkey.assertOwned(HASH_SLOT, HASH_SLOT, 1);
  }

  private RealStore start(Map<String, String> config) {
    Optional<Path> program = ServerProgram.VALKEY_9.find(folder);
    Assumptions.assumeTrue(program.isPresent(), "no Valkey 9 here");
    RealStore started = RealStore.start(program, config);
    store = started;
    return started;
  }

  private static void fill(RealStore valkey) {
    String key = valkey.fill(HASH_SLOT, 2).get(0);
    long unused =
        in(
            valkey,
            1,
            DATABASE,
            redis -> {
              for (int i = 0; i < KEYS; i++) {
                redis.set(key + "-" + i, "v" + i);
              }
              return KEYS;
            });
  }

  private Report move(RealStore valkey, ClusterAdmin driver) {
    return new SlotMigrations(
            driver,
            folder.resolve("move.json"),
            new SlotMigrationLimits(
                64, 16, 100, 0, Duration.ofSeconds(5), 3, /* atomic= */ false, 512),
            Duration.ofSeconds(15))
        .move(valkey.moves(HASH_SLOT, HASH_SLOT, 1, 2), new Orders());
  }

  private static long keys(RealStore valkey, int node, int database) {
    return in(valkey, node, database, redis -> redis.clusterCountKeysInSlot(HASH_SLOT));
  }

  private static long in(
      RealStore valkey,
      int node,
      int database,
      ToLongFunction<RedisCommands<String, String>> work) {
    return valkey.on(
        node,
        redis -> {
          redis.select(database);
          return work.applyAsLong(redis);
        });
  }
}
