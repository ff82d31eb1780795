package io.amoeba.freshreads.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeartbeatOutcomeTest {

  @ParameterizedTest
  @CsvSource({
    "MOVED 866 10.0.0.2:6379, MOVED",
    "READONLY You can't write against a read only replica., MOVED",
    "CLUSTERDOWN The cluster is down, MOVED",
    "OOM command not allowed when used memory > 'maxmemory'., REFUSED",
    "NOREPLICAS Not enough good replicas to write., REFUSED",
    "NOPERM this user has no permissions, REFUSED",
    "something else, LOST"
  })
  void anErrorOfTheServerTellsTheOutcome(String error, HeartbeatOutcome outcome) {
    assertThat(HeartbeatOutcome.ofError(HeartbeatOutcome.code(error))).isEqualTo(outcome);
  }

  @Test
  void onlyTheCodeOfAnErrorIsKept() {
    assertThat(HeartbeatOutcome.code("OOM\u001b[31m\nforged line")).isEqualTo("OOM");
    @Nullable String none = HeartbeatOutcome.code(null);
    assertThat(none).isNull();
  }
}
