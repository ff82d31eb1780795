package io.amoeba.coordinator.checks;

import static io.amoeba.coordinator.checks.SlotMigrations.BY_SETSLOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.checks.SlotMigrations.End;
import io.amoeba.coordinator.checks.SlotMigrations.Orders;
import io.amoeba.coordinator.checks.SlotMigrations.Report;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.embedded.disk.PoweredDisk;
import io.amoeba.embedded.redis.RedisSettings;
import io.lettuce.core.RedisCommandExecutionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hash slots move to a server whose append-only file lies on a full disk. */
@Tag("long")
class FullDiskMoveIT {

  private static final int DESTINATION = 2;

  /** A hash slot of the destination. */
  private static final int ITS_OWN = 8_000;

  private static final int LAST = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String LARGE = "x".repeat(100_000);

  @TempDir private Path folder = Path.of("");

  @Test
  void aDestinationThatRefusesKeysForWantOfRoomIsNamedAndTheMoveEndsWhenThereIsRoom()
      throws IOException, InterruptedException {
    for (int node = 1; node <= RealStore.ROOM; node++) {
      Files.createDirectories(data(node));
    }
    Optional<PoweredDisk> mounted = PoweredDisk.mount(data(DESTINATION), 16);
    assumeThat(mounted).as("only root can mount a disk").isPresent();
    // Its view of the cluster is elsewhere: without room for that a server ends.
    RedisSettings settings =
        new RedisSettings(64, Map.of("appendonly", "yes", "cluster-config-file", "../nodes.conf"))
            .withDataFolders(this::data);
    try (PoweredDisk disk = mounted.orElseThrow();
        RealStore store = RealStore.start(settings);
        AcknowledgedWrites writes = store.writes(0, LAST, 20)) {
      writes.awaitMore(100);
      Path filler = disk.fill();
      await().atMost(PATIENCE).until(() -> refusesWrites(store));

      Report report;
      try (RedisConnections connections = store.connections()) {
        report = migrations(connections).move(store.moves(0, LAST, 1, DESTINATION), new Orders());
      }

      assertThat(report.end()).as("%s", report).isEqualTo(End.INTERRUPTED);
      assertThat(report.reasons())
          .anyMatch(reason -> reason.contains("MISCONF") && reason.contains("Make room"));
      writes.awaitMore(100);

      Files.delete(filler);
      await().atMost(PATIENCE).until(() -> !refusesWrites(store));
      Report last;
      try (RedisConnections connections = store.connections()) {
        last = migrations(connections).carryOn();
      }
      assertThat(last.end()).as("%s", last).isEqualTo(End.COMPLETED);
      store.assertOwned(0, LAST, DESTINATION);
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  private Path data(int node) {
    return folder.resolve(Integer.toString(node)).resolve("data");
  }

  private SlotMigrations migrations(RedisConnections connections) {
    return new SlotMigrations(
        new RedisClusterAdmin(connections),
        folder.resolve("move.json"),
        BY_SETSLOT,
        Duration.ofSeconds(15));
  }

  private static boolean refusesWrites(RealStore store) {
    String key = "{" + AcknowledgedWrites.tags(ITS_OWN, ITS_OWN, 1).get(0) + "}";
    try {
      var unused = store.on(DESTINATION, redis -> redis.set(key, LARGE));
      return false;
    } catch (RedisCommandExecutionException e) {
      assertThat(e).hasMessageContaining("MISCONF");
      return true;
    }
  }
}
