package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.slots.SlotMigrationClient.KeyBatch;
import io.amoeba.coordinator.changes.slots.SlotMigrationException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotMigrationErrorsTest {

  private static final KeyBatch BATCH =
      new KeyBatch(List.of(42), "a", "b", 100, Duration.ofMillis(750), false);

  @ParameterizedTest
  @CsvSource({
    "ERR Target instance replied with error: BUSYKEY Target key name already exists., KEY_EXISTS",
    "IOERR error or timeout reading to target instance, TRANSFER",
    "IOERR error or timeout connecting to the client, TRANSFER",
    "ERR Target instance replied with error: OOM command not allowed, REFUSED",
    "NOREPLICAS Not enough good replicas to write., REFUSED",
  })
  void anAnswerToMigrateSaysWhetherToTryAgain(String error, SlotMigrationException.Kind kind) {
    SlotMigrationException problem = SlotMigrationErrors.ofMigrate(42, BATCH, "h:1", "h:2", error);

    assertThat(problem.kind()).isEqualTo(kind);
    assertThat(problem).hasMessageContaining("hash slot 42").hasMessageContaining(error);
    assertThat(problem).hasMessageContaining("h:1").hasMessageContaining("h:2");
  }

  @ParameterizedTest
  @CsvSource({
    "ERR Target instance replied with error: OOM command not allowed, raise maxmemory",
    "NOREPLICAS Not enough good replicas to write., min-replicas-to-write",
    "ERR Target instance replied with error: NOPERM this user, +restore-asking",
    "ERR Target instance replied with error: WRONGPASS invalid username, +restore-asking",
    "READONLY You cannot write against a read only replica., failover",
    "ERR Please use SETSLOT only with masters., failover",
    "LOADING Redis is loading the dataset in memory, loaded",
    "ERR DUMP payload version or checksum are wrong, upgrade",
    "ERR something new, logs",
  })
  void everyErrorHasARemedy(String error, String remedy) {
    assertThat(SlotMigrationErrors.ofMigrate(42, BATCH, "h:1", "h:2", error))
        .hasMessageContaining(remedy);
    assertThat(SlotMigrationErrors.of("CLUSTER SETSLOT 42 STABLE", "h:1", error))
        .hasMessageContaining(remedy)
        .hasMessageContaining("h:1 answers CLUSTER SETSLOT 42 STABLE with: " + error);
  }

  @Test
  void aTimeoutNamesTheSettingForBigKeys() {
    assertThat(SlotMigrationErrors.ofMigrate(42, BATCH, "h:1", "h:2", "IOERR error or timeout"))
        .hasMessageContaining("migrateTimeout (750 ms)");
  }
}
