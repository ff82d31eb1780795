package io.amoeba.partitioner.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random runs of a whole edge on the real bookkeeping of routers and gates, step by step in one
 * thread: random delays on every channel, a coordinator that is lost and comes back without memory,
 * checkpoints, restarts from them, inputs that end. See {@link ModelEdge} for what is checked.
 */
class HandOverModelTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void everyRecordIsProcessedOnceAndInOrderAndKeysThatStayAreNeverHeld(long block) {
    int switches = 0;
    int held = 0;
    int restarts = 0;
    for (long seed = block * 10_000; seed < block * 10_000 + 100; seed++) {
      ModelEdge edge = new ModelEdge(seed, true);
      edge.run(4_000);
      switches += edge.switches();
      held += edge.heldRecords();
      restarts += edge.restarts();
    }
    assertThat(switches).isGreaterThan(100);
    assertThat(held).isGreaterThan(100);
    assertThat(restarts).isGreaterThan(10);
  }

  @ParameterizedTest
  @ValueSource(longs = 1)
  void theCheckFailsIfRoutersStopNamingFormerOwnersWithoutSayingSo(long block) {
    assertThatThrownBy(
            () -> {
              for (long seed = block; seed < 300; seed++) {
                new ModelEdge(seed, false).run(4_000);
              }
            })
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("out of order");
  }
}
