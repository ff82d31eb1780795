package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.ClusterAdmin.KeyBatch;
import io.amoeba.coordinator.cluster.ClusterFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterAdminErrorsTest {

  private static final KeyBatch BATCH =
      new KeyBatch(List.of(42), "a", "b", 100, Duration.ofMillis(750), false);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LOADING Redis is loading the dataset in memory | BUSY | wait until it has loaded",
        "NOPERM this user has no permissions to run the 'cluster' command | REFUSED | failover, forget, reset",
        "ERR Unknown node a1b2 | REFUSED | CLUSTER MEET",
        "ERR To set a master the node must be empty and without assigned slots. | REFUSED | choose another server",
        "ERR You should send CLUSTER FAILOVER to a replica | REFUSED | promoted already",
        "ERR Master is down or failed, please use CLUSTER FAILOVER FORCE | REFUSED | start it again",
        "ERR CLUSTER RESET can't be called with master nodes containing keys | REFUSED | another actor has promoted it",
        "ERR Background save already in progress | BUSY | ended its work",
        "ERR Another child process is active (AOF?): can't BGSAVE right now | BUSY | ended its work",
        "ERR something new | REFUSED | its log may say more",
      })
  void anErrorIsNamedWithItsServerItsCommandAndTheRemedy(
      String error, ClusterFailure.Kind kind, String remedy) {
    ClusterFailure problem = ClusterAdminErrors.of("CLUSTER X", "h:1", error);

    assertThat(problem.kind()).isEqualTo(kind);
    assertThat(problem)
        .hasMessageContaining("h:1 answers CLUSTER X")
        .hasMessageContaining(error)
        .hasMessageContaining(remedy);
  }

  @ParameterizedTest
  @CsvSource({
    "ERR Target instance replied with error: BUSYKEY Target key name already exists., KEY_EXISTS",
    "IOERR error or timeout reading to target instance, TRANSFER",
    "IOERR error or timeout connecting to the client, TRANSFER",
    "ERR Target instance replied with error: OOM command not allowed, REFUSED",
    "NOREPLICAS Not enough good replicas to write., REFUSED",
  })
  void anAnswerToMigrateSaysWhetherToTryAgain(String error, ClusterFailure.Kind kind) {
    ClusterFailure problem = ClusterAdminErrors.ofMigrate(42, BATCH, "h:1", "h:2", error);

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
    assertThat(ClusterAdminErrors.ofMigrate(42, BATCH, "h:1", "h:2", error))
        .hasMessageContaining(remedy);
    assertThat(ClusterAdminErrors.of("CLUSTER SETSLOT 42 STABLE", "h:1", error))
        .hasMessageContaining(remedy)
        .hasMessageContaining("h:1 answers CLUSTER SETSLOT 42 STABLE with: " + error);
  }

  @Test
  void aTimeoutNamesTheSettingForBigKeys() {
    assertThat(ClusterAdminErrors.ofMigrate(42, BATCH, "h:1", "h:2", "IOERR error or timeout"))
        .hasMessageContaining("migrateTimeout (750 ms)");
  }
}
