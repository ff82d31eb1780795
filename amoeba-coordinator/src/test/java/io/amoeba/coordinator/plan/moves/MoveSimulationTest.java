package io.amoeba.coordinator.plan.moves;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.plan.moves.MoveSimulation.Day;
import io.amoeba.coordinator.plan.moves.MoveSimulation.Policy;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Days of small clusters; {@link MoveSimulation#main} runs those of large ones. */
class MoveSimulationTest {

  private static final int NODES = 12;
  private static final int EVENTS = 5;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void restartsMoveNothingWhereTheMapFollowsTheStore(long seed) {
    MoveSimulation simulation = new MoveSimulation(seed, Policy.MAP_FOLLOWS_STORE, NODES);

    Day day = simulation.day(EVENTS);

    System.out.printf("seed %d: %s%n", seed, day);
    assertThat(day.localHitRate()).isBetween(0.9, 1.0);
    assertThat(day.lowestLocalHitRate()).isLessThan(0.5); // until the map is there
    // What joins and leaves need: at most one share each, and what was unfinished before a restart.
    assertThat(day.movedHashSlots())
        .isBetween(1L, 2L * EVENTS * (HashSlot.COUNT / (NODES - EVENTS) + 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void storeThatFollowsAStreamMovesMoreTheMoreSubtasksMove(long seed) {
    Day staying = new MoveSimulation(seed, Policy.STORE_FOLLOWS_STREAM, NODES).day(EVENTS);
    Day shuffled =
        new MoveSimulation(seed, Policy.STORE_FOLLOWS_SHUFFLED_STREAM, NODES).day(EVENTS);

    System.out.printf("seed %d: %s%nseed %d: %s%n", seed, staying, seed, shuffled);
    assertThat(staying.movedHashSlots()).isLessThan(shuffled.movedHashSlots());
    assertThat(staying.localHitRate()).isBetween(shuffled.localHitRate(), 1.0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void dayThatEndsQuietlyEndsEven(long seed) {
    MoveSimulation simulation = new MoveSimulation(seed, Policy.MAP_FOLLOWS_STORE, NODES);
    simulation.day(1);
    StoreLayout layout = simulation.layout();

    int[] counts = new int[layout.primaries().size()];
    IntStream.of(layout.owners()).forEach(owner -> counts[owner]++);

    int even = HashSlot.COUNT / NODES; // as many joined as left
    assertThat(
            IntStream.range(0, counts.length)
                .filter(p -> layout.primaries().get(p).share() > 0)
                .map(p -> counts[p]))
        .hasSize(NODES)
        .allMatch(count -> count == even || count == even + 1);
  }
}
