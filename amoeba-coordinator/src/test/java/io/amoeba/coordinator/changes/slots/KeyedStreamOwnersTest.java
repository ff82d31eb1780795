package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.analyze.KeyGroups;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyedStreamOwnersTest {

  @ParameterizedTest
  @CsvSource({"16384, 3", "16384, 16384", "1024, 7", "128, 128", "1, 1"})
  void subtasksAreThoseThatFlinkAssigns(int maxParallelism, int parallelism) {
    int width = HashSlot.COUNT / maxParallelism;

    assertThat(IntStream.range(0, HashSlot.COUNT))
        .allMatch(
            s ->
                KeyGroups.subtaskOf(s, maxParallelism, parallelism)
                    == KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
                        maxParallelism, parallelism, s / width));
  }

  @Test
  void everyHashSlotGoesToThePrimaryNearItsSubtask() {
    StoreLayout layout = layout("a", "b", "c");

    int[] owners = KeyedStreamOwners.of(layout, List.of("c", "a", "b"), 16384);

    assertThat(owners[0]).isEqualTo(2);
    assertThat(owners[5461]).isEqualTo(2); // Flink's first range has one more
    assertThat(owners[5462]).isEqualTo(0);
    assertThat(owners[10923]).isEqualTo(1);
  }

  @Test
  void primariesOfANodeShareItsHashSlotsWithTheLeastMovement() {
    StoreLayout layout = layout("a", "a", "b");

    int[] owners = KeyedStreamOwners.of(layout, List.of("a", "b"), 16384);

    assertThat(owners[0]).isEqualTo(0);
    assertThat(owners[8191]).isEqualTo(1);
    assertThat(owners[8192]).isEqualTo(2);
    assertThat(IntStream.of(owners).filter(owner -> owner == 0).count()).isEqualTo(4096);
    assertThat(IntStream.of(owners).filter(owner -> owner == 1).count()).isEqualTo(4096);
  }

  @Test
  void hashSlotsOfANodeWithoutPrimaryStayUnlessTheirPrimaryLeaves() {
    StoreLayout before = layout("a", "b", "c");
    List<TargetPrimary> primaries =
        List.of(
            before.primaries().get(0),
            before.primaries().get(1),
            before.primaries().get(2).leaving());
    int[] current = before.owners();
    current[16383] = StoreLayout.NOBODY;
    StoreLayout layout = new StoreLayout(primaries, current);

    int[] owners = KeyedStreamOwners.of(layout, List.of("x", "x", "x"), 16384);

    assertThat(Arrays.copyOf(owners, 10922)).isEqualTo(Arrays.copyOf(layout.owners(), 10922));
    assertThat(IntStream.of(owners)).allMatch(owner -> owner == 0 || owner == 1);
  }

  @Test
  void impossibleParallelismIsRefusedWithAllThatIsWrong() {
    StoreLayout small = new StoreLayout(List.of(TargetPrimary.of("p", "a")), new int[5]);

    assertThatThrownBy(() -> KeyedStreamOwners.of(small, List.of(), 3))
        .hasMessage(
            "the layout has 5 hash slots, expected 16384; the maximum parallelism is 3, expected a"
                + " power of two up to 16384; the parallelism is 0, expected 1 … 3");
  }

  private static StoreLayout layout(String... nodes) {
    return new StoreLayout(
        IntStream.range(0, nodes.length)
            .mapToObj(p -> TargetPrimary.of("p" + p, nodes[p]))
            .toList(),
        IntStream.range(0, HashSlot.COUNT).map(s -> s * nodes.length / HashSlot.COUNT).toArray());
  }
}
