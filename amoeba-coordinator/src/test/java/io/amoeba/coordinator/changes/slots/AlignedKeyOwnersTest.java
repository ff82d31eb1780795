package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.analyze.KeyGroups;
import io.amoeba.partitioner.keyed.AlignedKey;
import java.util.stream.IntStream;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The plan takes a hash slot where Flink takes the aligned keys that are in it. */
class AlignedKeyOwnersTest {

  @ParameterizedTest
  @CsvSource({"16384, 3", "16384, 1000", "4096, 5", "1024, 7", "128, 100", "128, 128", "1, 1"})
  void flinkProcessesAnAlignedKeyOnTheSubtaskThatThePlanTakesItsHashSlotTo(
      int maxParallelism, int parallelism) {
    assertThat(IntStream.range(0, 100_000).mapToObj(i -> AlignedKey.of(maxParallelism, "key-" + i)))
        .allMatch(
            key ->
                KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        key, maxParallelism, parallelism)
                    == KeyGroups.subtaskOf(key.hashSlot(), maxParallelism, parallelism));
  }
}
