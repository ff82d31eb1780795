package io.amoeba.partitioner.keyed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.amoeba.partitioner.placement.HashSlot;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyGroupHashCodesTest {

  private static final int ALL = 1 << 20;

  /** Every maximum parallelism that divides the hash slots. */
  static IntStream maxParallelisms() {
    return IntStream.rangeClosed(0, 14).map(bits -> 1 << bits);
  }

  @ParameterizedTest
  @MethodSource("maxParallelisms")
  void flinkTakesEveryHashCodeToTheKeyGroupThatItIsFor(int maxParallelism) {
    KeyGroupHashCodes hashCodes = KeyGroupHashCodes.of(maxParallelism);
    int strays = 0;
    for (int keyGroup = 0; keyGroup < maxParallelism; keyGroup++) {
      for (int index = 0; index < hashCodes.pool(); index++) {
        int hashCode = hashCodes.get(keyGroup, index);
        if (KeyGroupRangeAssignment.computeKeyGroupForKeyHash(hashCode, maxParallelism)
            != keyGroup) {
          strays++;
        }
      }
    }

    assertThat(strays).isZero();
  }

  @ParameterizedTest
  @MethodSource("maxParallelisms")
  void allHashCodesDifferAndEveryKeyGroupHasEquallyMany(int maxParallelism) {
    KeyGroupHashCodes hashCodes = KeyGroupHashCodes.of(maxParallelism);
    BitSet seen = new BitSet();
    for (int keyGroup = 0; keyGroup < maxParallelism; keyGroup++) {
      for (int index = 0; index < hashCodes.pool(); index++) {
        seen.set(hashCodes.get(keyGroup, index));
      }
    }

    assertThat(maxParallelism * hashCodes.pool()).isEqualTo(ALL);
    assertThat(seen.cardinality()).isEqualTo(ALL);
  }

  @ParameterizedTest
  @MethodSource("maxParallelisms")
  void keyGroupsAreBlocksOfNeighbouringHashSlots(int maxParallelism) {
    KeyGroupHashCodes hashCodes = KeyGroupHashCodes.of(maxParallelism);

    assertThat(IntStream.range(0, HashSlot.COUNT))
        .allMatch(s -> hashCodes.keyGroup(s) == s / (HashSlot.COUNT / maxParallelism));
  }

  /** From a second implementation of the rule; a change here loses users' state. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 1048575, -838336511",
    "2, 0, 1047661, -1617560866",
    "4, 16, 1047160, 1525654539",
    "8, 45, 1050039, -1707950769",
    "16, 57, 1050315, 1866079189",
    "32, 57, 1049560, -1167976406",
    "64, 84, 1059039, 1836051193",
    "128, 312, 1048399, -1400167445",
    "256, 451, 1053222, -951164270",
    "512, 451, 1046761, -583234081",
    "1024, 451, 1043848, -820472994",
    "2048, 451, 1011920, -564863827",
    "4096, 4904, 997997, -2076261003",
    "8192, 4904, 981307, 1800863649",
    "16384, 37025, 1036576, -2002813976"
  })
  void hashCodesStayThoseOfVersionOne(int maxParallelism, int first, int last, int sum) {
    KeyGroupHashCodes hashCodes = KeyGroupHashCodes.of(maxParallelism);
    int actualSum = 1;
    for (int keyGroup = 0; keyGroup < maxParallelism; keyGroup++) {
      for (int index = 0; index < hashCodes.pool(); index++) {
        actualSum = 31 * actualSum + hashCodes.get(keyGroup, index);
      }
    }

    assertThat(KeyGroupHashCodes.VERSION).isEqualTo(1);
    assertThat(hashCodes.get(0, 0)).isEqualTo(first);
    assertThat(hashCodes.get(maxParallelism - 1, hashCodes.pool() - 1)).isEqualTo(last);
    assertThat(actualSum).isEqualTo(sum);
  }

  @Test
  void threadsThatAskAtTheSameTimeGetTheSameTable() throws Exception {
    Set<KeyGroupHashCodes> tables = ConcurrentHashMap.newKeySet();
    List<Thread> threads =
        IntStream.range(0, 8)
            .mapToObj(i -> new Thread(() -> tables.add(KeyGroupHashCodes.of(4_096))))
            .toList();

    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(tables).containsExactly(KeyGroupHashCodes.of(4_096));
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 3, 100, 16_383, 32_768, Integer.MAX_VALUE})
  void aMaximumParallelismThatHashSlotsCannotBeDealtToIsRefused(int maxParallelism) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyGroupHashCodes.of(maxParallelism))
        .withMessageContaining("is " + maxParallelism + ": must be a power of two from 1 to 16384")
        .withMessageContaining("env.setMaxParallelism");
  }
}
