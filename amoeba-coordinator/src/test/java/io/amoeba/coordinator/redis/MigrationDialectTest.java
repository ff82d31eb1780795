package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.cluster.AtomicMigration;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MigrationDialectTest {

  private static final SlotsInTransition MOVE =
      new SlotsInTransition(
          List.of(9, 5, 6, 7, 20), "a", "b", "run", SlotMigrationMethod.CLUSTER_MIGRATION);

  @Test
  void hashSlotsAreTheEndsOfTheirSpans() {
    assertThat(MigrationDialect.REDIS.begin(MOVE))
        .containsExactly("MIGRATION", "IMPORT", "5", "7", "9", "9", "20", "20");
    assertThat(MigrationDialect.VALKEY.begin(MOVE))
        .containsExactly("MIGRATESLOTS", "SLOTSRANGE", "5", "7", "9", "9", "20", "20", "NODE", "b");
  }

  @Test
  void redisTriesAgainUntilItIsCancelled() {
    Map<String, String> entry =
        new HashMap<>(
            Map.of(
                "id",
                "x1",
                "slots",
                "5-7 9-9",
                "operation",
                "import",
                "state",
                "failed",
                "retries",
                "4",
                "last_error",
                "Connection refused"));

    AtomicMigration failed = MigrationDialect.REDIS.migration(entry);

    assertThat(failed.state()).isEqualTo(AtomicMigration.State.UNDER_WAY);
    assertThat(failed.attempts()).isEqualTo(4);
    assertThat(failed.said()).contains("failed", "Connection refused");
    assertThat(failed.hashSlots()).containsExactly(new HashSlotSpan(5, 7), new HashSlotSpan(9, 9));
    entry.put("state", "canceled");
    assertThat(MigrationDialect.REDIS.migration(entry).state())
        .isEqualTo(AtomicMigration.State.ENDED);
    entry.put("state", "completed");
    assertThat(MigrationDialect.REDIS.migration(entry).state())
        .isEqualTo(AtomicMigration.State.COMPLETED);
  }

  @Test
  void valkeyTriesOnce() {
    Map<String, String> entry =
        new HashMap<>(
            Map.of(
                "name",
                "x1",
                "slot_ranges",
                "5-5",
                "operation",
                "EXPORT",
                "state",
                "snapshotting"));

    assertThat(MigrationDialect.VALKEY.migration(entry).state())
        .isEqualTo(AtomicMigration.State.UNDER_WAY);
    for (String ended : List.of("failed", "cancelled")) {
      entry.put("state", ended);
      assertThat(MigrationDialect.VALKEY.migration(entry).state())
          .isEqualTo(AtomicMigration.State.ENDED);
    }
    entry.put("state", "success");
    assertThat(MigrationDialect.VALKEY.migration(entry).state())
        .isEqualTo(AtomicMigration.State.COMPLETED);
    assertThat(MigrationDialect.VALKEY.isSteered(entry)).isTrue();
    entry.put("operation", "IMPORT");
    assertThat(MigrationDialect.VALKEY.isSteered(entry)).isFalse();
  }

  @Test
  void otherFormsAreRefused() {
    Map<String, String> entry = Map.of("id", "x", "slots", "five", "state", "completed");

    assertThatThrownBy(() -> MigrationDialect.REDIS.migration(entry))
        .hasMessageContaining("'five' are no hash slots");
    assertThatThrownBy(() -> MigrationDialect.VALKEY.migration(entry))
        .hasMessageContaining("no name");
    for (String none : List.of("9-3", "0-99999", "16384")) {
      assertThatThrownBy(
              () ->
                  MigrationDialect.REDIS.migration(
                      Map.of("id", "x", "slots", none, "state", "completed")))
          .hasMessageContaining("there are no hash slots");
    }
  }
}
