package io.amoeba.linearroad.servers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EmbeddedFleetTest {
  private static FleetOptions options(FleetOptions.Layout layout, int replicas) {
    return new FleetOptions(
        3,
        1,
        layout,
        replicas,
        0,
        FleetOptions.JobSettings.USUAL,
        0,
        false,
        FleetOptions.TEMPORARY_FOLDER);
  }

  @Test
  void theReplicaOfEachPrimaryBelongsToTheNextNode() {
    FleetOptions options = options(FleetOptions.Layout.REPLICAS_ON_NODES, 1);

    // Redis nodes 4, 5 and 6 are the replicas of the primaries 1, 2 and 3.
    assertThat(EmbeddedFleet.hosts(options, 2)).containsExactly("127.0.1.2", "127.0.1.4");
    assertThat(EmbeddedFleet.hosts(options, 3)).containsExactly("127.0.1.3", "127.0.1.5");
    assertThat(EmbeddedFleet.hosts(options, 1)).containsExactly("127.0.1.1", "127.0.1.6");
  }

  @Test
  void otherwiseReplicasHaveHostsOfTheirOwn() {
    assertThat(EmbeddedFleet.hosts(options(FleetOptions.Layout.TOGETHER, 1), 2))
        .containsExactly("127.0.1.2");
  }
}
