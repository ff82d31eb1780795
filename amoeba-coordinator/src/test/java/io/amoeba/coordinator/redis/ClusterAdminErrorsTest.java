package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.ClusterFailure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterAdminErrorsTest {

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
}
