package io.amoeba.partitioner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RoutingTest {

  @Test
  void aMapForTheParallelismIsFollowed() {
    int[] owners = new Random(8).ints(HashSlot.COUNT, 0, 3).toArray();

    assertThat(Routing.owners(PlacementMap.of(1, 3, owners), 3)).isEqualTo(owners);
  }

  @Test
  void aMapForAnotherParallelismMeansEqualContiguousShares() {
    int[] owners = Routing.owners(PlacementMap.of(1, 3, new int[HashSlot.COUNT]), 5);

    assertThat(owners).isSorted();
    assertSharesDifferByAtMost(owners, 5, 1);
  }

  @Test
  void withoutAMapSharesAreScatteredAndAlmostEqual() {
    for (int parallelism : new int[] {1, 2, 3, 7, 64}) {
      int[] owners = Routing.owners(null, parallelism);

      assertSharesDifferByAtMost(owners, parallelism, 2 * HashSlot.COUNT / parallelism / 5 + 1);
      assertThat(Arrays.stream(owners).distinct().count()).isEqualTo(parallelism);
    }
  }

  @Test
  void incarnationsTravelAsSixteenDigits() {
    for (long value : new long[] {0, 1, -1, Long.MIN_VALUE, 0xf3L << 40}) {
      assertThat(Cohort.toText(value)).matches("[0-9a-f]{16}");
      assertThat(Cohort.fromText(Cohort.toText(value))).isEqualTo(value);
    }
    assertThat(Cohort.hash(new long[0])).isEqualTo(0xcbf29ce484222325L);
    assertThat(Cohort.hash(new long[] {1, 2})).isNotEqualTo(Cohort.hash(new long[] {2, 1}));
  }

  @Test
  void otherTextsAreNotIncarnations() {
    for (String text :
        new String[] {"", "0", "+00000000000000f", "00000000000000FF", "00000000000000f ", "0x"}) {
      org.assertj.core.api.Assertions.assertThatIllegalArgumentException()
          .isThrownBy(() -> Cohort.fromText(text));
    }
  }

  private static void assertSharesDifferByAtMost(int[] owners, int parallelism, int difference) {
    int[] shares = new int[parallelism];
    for (int owner : owners) {
      shares[owner]++;
    }
    Arrays.sort(shares);
    assertThat(shares[parallelism - 1] - shares[0]).isLessThanOrEqualTo(difference);
  }
}
