package io.amoeba.streaming.checks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicationTest {
  @Test
  void copiesOfAllDataCentresCount() {
    assertThat(new Replication(Map.of("east", 2, "west", 3)).total()).isEqualTo(5);
    assertThat(Replication.inOneDataCentre(3).total()).isEqualTo(3);
  }

  @Test
  void everyDataCentreIsInTheKeyspacesReplication() {
    assertThat(new Replication(Map.of("west", 3, "east", 2)).cql())
        .isEqualTo("{'class': 'NetworkTopologyStrategy', 'east': 2, 'west': 3}");
    assertThat(Replication.inOneDataCentre(3).cql())
        .isEqualTo("{'class': 'NetworkTopologyStrategy', 'datacenter1': 3}");
  }

  @Test
  void dataCentreWithoutCopyAndNoDataCentreAreRefused() {
    assertThatThrownBy(() -> new Replication(Map.of("east", 2, "west", 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("west=0");
    assertThatThrownBy(() -> new Replication(Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
