package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.slots.MoveSimulation.Day;
import io.amoeba.coordinator.changes.slots.MoveSimulation.Policy;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Days of clusters of up to 100 nodes; {@link MoveSimulation#main} runs those of larger ones. */
class MoveSimulationTest {

  @ParameterizedTest
  @CsvSource({"1, 3, 2", "1, 12, 5", "2, 12, 5", "3, 12, 5", "1, 100, 20"})
  void restartsMoveNothingWhereTheMapFollowsTheStore(long seed, int nodes, int events) {
    MoveSimulation simulation = new MoveSimulation(seed, Policy.MAP_FOLLOWS_STORE, nodes);

    Day day = simulation.day(events);

    System.out.printf("seed %d, %d nodes: %s%n", seed, nodes, day);
    assertThat(day.localHitRate()).isBetween(0.9, 1.0);
    assertThat(day.lowestLocalHitRate()).isLessThan(0.5); // until the map is there
    // What joins and leaves need: at most one share each, and what was unfinished before a restart.
    assertThat(day.movedHashSlots())
        .isBetween(1L, 2L * events * (HashSlot.COUNT / (nodes - events) + 1));
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 2", "1, 12, 5", "2, 12, 5", "3, 12, 5", "1, 100, 20"})
  void storeThatFollowsAStreamMovesMoreTheMoreSubtasksMove(long seed, int nodes, int events) {
    Day staying = new MoveSimulation(seed, Policy.STORE_FOLLOWS_STREAM, nodes).day(events);
    Day shuffled =
        new MoveSimulation(seed, Policy.STORE_FOLLOWS_SHUFFLED_STREAM, nodes).day(events);

    System.out.printf("seed %d, %d nodes: %s%n%s%n", seed, nodes, staying, shuffled);
    assertThat(staying.movedHashSlots()).isLessThan(shuffled.movedHashSlots());
    assertThat(staying.localHitRate()).isBetween(shuffled.localHitRate(), 1.0);
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "1, 12", "2, 12", "3, 12", "1, 100"})
  void dayThatEndsQuietlyEndsEven(long seed, int nodes) {
    MoveSimulation simulation = new MoveSimulation(seed, Policy.MAP_FOLLOWS_STORE, nodes);
    simulation.day(1);
    StoreLayout layout = simulation.layout();

    int[] counts = new int[layout.primaries().size()];
    IntStream.of(layout.owners()).forEach(owner -> counts[owner]++);

    int even = HashSlot.COUNT / nodes; // as many joined as left
    assertThat(
            IntStream.range(0, counts.length)
                .filter(p -> layout.primaries().get(p).share() > 0)
                .map(p -> counts[p]))
        .hasSize(nodes)
        .allMatch(count -> count == even || count == even + 1);
  }
}
