package io.amoeba.streaming.joining;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IntervalsTest {

  @Test
  void intervalsApartHaveNoPointInCommon() {
    assertThat(Intervals.deepest(List.of(1, 10, 20), List.of(5, 15, 25))).isEqualTo(1);
  }

  @Test
  void intervalsThatTouchHaveOne() {
    assertThat(Intervals.deepest(List.of(1, 5), List.of(5, 9))).isEqualTo(2);
  }

  @Test
  void noneHaveNone() {
    assertThat(Intervals.deepest(List.<Integer>of(), List.of())).isZero();
  }

  @Test
  void asManyAsCountedPointByPoint() {
    Random random = new Random(1);
    for (int round = 0; round < 500; round++) {
      List<Integer> firsts = new ArrayList<>();
      List<Integer> lasts = new ArrayList<>();
      for (int i = random.nextInt(12); i > 0; i--) {
        int first = random.nextInt(30);
        firsts.add(first);
        lasts.add(first + random.nextInt(30));
      }

      assertThat(Intervals.deepest(firsts, lasts))
          .as("%s to %s", firsts, lasts)
          .isEqualTo(counted(firsts, lasts));
    }
  }

  private static int counted(List<Integer> firsts, List<Integer> lasts) {
    return IntStream.range(0, 60)
        .map(
            point ->
                (int)
                    IntStream.range(0, firsts.size())
                        .filter(i -> firsts.get(i) <= point && point <= lasts.get(i))
                        .count())
        .max()
        .orElseThrow();
  }
}
