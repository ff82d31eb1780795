package io.amoeba.partitioner.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.partitioner.placement.HashSlot;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AlignedKeyTest {

  private static final String[] TEXT_OF_HASH_SLOT = texts();

  @ParameterizedTest
  @MethodSource("io.amoeba.partitioner.keyed.KeyGroupHashCodesTest#maxParallelisms")
  void flinkPutsAKeyOfAnyHashSlotIntoThatHashSlotsKeyGroup(int maxParallelism) {
    assertThat(IntStream.range(0, HashSlot.COUNT))
        .allMatch(
            s -> {
              AlignedKey key = AlignedKey.of(maxParallelism, TEXT_OF_HASH_SLOT[s]);
              int keyGroup = KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism);
              return key.hashSlot() == s
                  && keyGroup == (int) ((long) s * maxParallelism / HashSlot.COUNT)
                  && keyGroup == key.keyGroup();
            });
  }

  @ParameterizedTest
  @CsvSource({"16384, 3", "16384, 16384", "4096, 5", "1024, 7", "128, 100", "128, 128", "1, 1"})
  void aSubtasksRangeOfKeyGroupsIsARangeOfHashSlots(int maxParallelism, int parallelism) {
    int width = HashSlot.COUNT / maxParallelism;
    for (int subtask = 0; subtask < parallelism; subtask++) {
      KeyGroupRange range =
          KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
              maxParallelism, parallelism, subtask);
      int expected = subtask;

      assertThat(
              IntStream.range(
                  range.getStartKeyGroup() * width, (range.getEndKeyGroup() + 1) * width))
          .allMatch(
              s ->
                  KeyGroupRangeAssignment.assignKeyToParallelOperator(
                          AlignedKey.of(maxParallelism, TEXT_OF_HASH_SLOT[s]),
                          maxParallelism,
                          parallelism)
                      == expected);
    }
  }

  /** Redis' own tools round the other way: 0-5460, 5461-10922, 10923-16383. */
  @Test
  void ofThreeSubtasksTheFirstHasOneHashSlotMoreThanRedisGivesItsFirstPrimary() {
    assertThat(subtaskOfThree(5461)).isZero();
    assertThat(subtaskOfThree(5462)).isEqualTo(1);
    assertThat(subtaskOfThree(10_922)).isEqualTo(1);
    assertThat(subtaskOfThree(10_923)).isEqualTo(2);
  }

  @Test
  void keysOfOneHashTagShareTheKeyGroupButNotTheHashCode() {
    AlignedKey following = AlignedKey.of(1024, "{user1000}.following");
    AlignedKey followers = AlignedKey.of(1024, "{user1000}.followers");

    assertThat(following.hashSlot()).isEqualTo(HashSlot.of("user1000"));
    assertThat(following.keyGroup()).isEqualTo(followers.keyGroup());
    assertThat(following.hashCode()).isNotEqualTo(followers.hashCode());
    assertThat(following).isNotEqualTo(followers);
  }

  @Test
  void keysAreEqualIfTextAndMaximumParallelismAre() {
    AlignedKey key = AlignedKey.of(128, "foo");

    assertThat(key)
        .isEqualTo(AlignedKey.of(128, String.valueOf(new char[] {'f', 'o', 'o'})))
        .hasSameHashCodeAs(AlignedKey.of(128, "foo"))
        .hasToString("foo")
        .isNotEqualTo(AlignedKey.of(256, "foo"))
        .isNotEqualTo(AlignedKey.of(128, "bar"))
        .isNotEqualTo("foo");
    assertThat(key.text()).isEqualTo("foo");
    assertThat(key.maxParallelism()).isEqualTo(128);
  }

  /** From a second implementation of the rule; a change here loses users' state. */
  @ParameterizedTest
  @CsvSource({
    "'', 16384, 37025",
    "'', 1024, 451",
    "'', 128, 312",
    "'', 1, 0",
    "'foo', 16384, 520233",
    "'foo', 1024, 618160",
    "'foo', 128, 645030",
    "'foo', 1, 650434",
    "'{user1000}.following', 16384, 350074",
    "'{user1000}.following', 1024, 287800",
    "'{user1000}.following', 128, 340057",
    "'{user1000}.following', 1, 339043",
    "'segment:00000042', 16384, 2774",
    "'segment:00000042', 1024, 11155",
    "'segment:00000042', 128, 10588",
    "'segment:00000042', 1, 8490",
    "'{x-7-0-99}:stat', 16384, 586140",
    "'{x-7-0-99}:stat', 1024, 585262",
    "'{x-7-0-99}:stat', 128, 597765",
    "'{x-7-0-99}:stat', 1, 599473"
  })
  void aKeysHashCodeStaysThatOfVersionOne(String text, int maxParallelism, int hashCode) {
    assertThat(AlignedKey.of(maxParallelism, text).hashCode()).isEqualTo(hashCode);
  }

  /** A million keys on 2^20 hash codes: evenly at random the longest chain has some ten. */
  @ParameterizedTest
  @CsvSource({"16384, segment-%d", "128, segment-%d", "1, {x-%d}:stat"})
  void aMillionKeysDoNotFormLongChains(int maxParallelism, String pattern) {
    int keys = 1_000_000;
    int[] hashCodes =
        hashCodes(
            keys, i -> AlignedKey.of(maxParallelism, pattern.replace("%d", Integer.toString(i))));

    assertThat(longestRun(hashCodes)).isLessThanOrEqualTo(20);
    assertThat(different(hashCodes)).isGreaterThan(keys / 2);
  }

  @Test
  void alsoKeysOfOneHashTagAreSpreadOverAllHashCodesOfTheirKeyGroup() {
    int keys = 6_400;
    int[] hashCodes = hashCodes(keys, i -> AlignedKey.of(16_384, "{tag}:" + i));

    assertThat(different(hashCodes)).isEqualTo(64);
    assertThat(longestRun(hashCodes)).isLessThan(200);
  }

  private static int subtaskOfThree(int hashSlot) {
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(
        AlignedKey.of(16_384, TEXT_OF_HASH_SLOT[hashSlot]), 16_384, 3);
  }

  private static int[] hashCodes(int keys, IntFunction<AlignedKey> key) {
    return IntStream.range(0, keys).map(i -> key.apply(i).hashCode()).sorted().toArray();
  }

  private static int longestRun(int[] sorted) {
    int longest = 0;
    int from = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (sorted[i] != sorted[from]) {
        from = i;
      }
      longest = Math.max(longest, i - from + 1);
    }
    return longest;
  }

  private static long different(int[] sorted) {
    return Arrays.stream(sorted).distinct().count();
  }

  private static String[] texts() {
    String[] texts = new String[HashSlot.COUNT];
    BitSet found = new BitSet();
    for (int i = 0; found.cardinality() < texts.length; i++) {
      String text = "key-" + i;
      texts[HashSlot.of(text)] = text;
      found.set(HashSlot.of(text));
    }
    return texts;
  }
}
