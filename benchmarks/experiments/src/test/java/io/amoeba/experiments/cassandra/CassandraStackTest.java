package io.amoeba.experiments.cassandra;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CassandraStackTest {
  @Test
  void fewerMembersThanReplicasAreRefused() {
    assertThatThrownBy(
            () ->
                new CassandraStack.Settings(
                    2, "", node -> "", new CassandraOptions.NodeSizes(1, 1_300, 700, 0)))
        .hasMessage("members is 2: use 3 to 7");
  }
}
