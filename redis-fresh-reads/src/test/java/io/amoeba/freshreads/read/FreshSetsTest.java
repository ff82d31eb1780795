package io.amoeba.freshreads.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.freshreads.choice.NodeLoad;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreshSetsTest {

  @Test
  void eachSetHasTheLoadsOfItsReplicas() {
    List<NodeLoad> loads = List.of(new NodeLoad(), new NodeLoad(), new NodeLoad());
    FreshSets sets = new FreshSets(loads);

    assertThat(sets.loads(0)).isEmpty();
    assertThat(sets.loads(0b101)).containsExactly(loads.get(0), loads.get(2));
    assertThat(sets.replica(0b101, 1)).isEqualTo(2);
    assertThat(sets.loads(0b111)).hasSize(3);
  }

  @Test
  void aShardWithoutReplicasHasTheEmptySet() {
    assertThat(new FreshSets(List.of()).loads(0)).isEmpty();
  }
}
