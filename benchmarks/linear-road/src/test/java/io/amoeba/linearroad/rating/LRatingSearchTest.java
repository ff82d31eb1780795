package io.amoeba.linearroad.rating;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LRatingSearchTest {
  private final List<Integer> tried = new ArrayList<>();

  private int search(int start, int max, int rating) throws Exception {
    return LRatingSearch.search(
        start,
        max,
        n -> {
          tried.add(n);
          return n <= rating;
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 39, 40})
  void findsTheLargestThatPasses(int rating) throws Exception {
    assertThat(search(1, 40, rating)).isEqualTo(rating);
    assertThat(tried).doesNotHaveDuplicates();
  }

  @Test
  void doublesAndThenHalves() throws Exception {
    assertThat(search(1, 40, 5)).isEqualTo(5);
    assertThat(tried).containsExactly(1, 2, 4, 8, 6, 5);
  }

  @Test
  void failedFirstTrialIsHalved() throws Exception {
    assertThat(search(8, 40, 3)).isEqualTo(3);
    assertThat(tried).containsExactly(8, 4, 2, 3);
  }

  @Test
  void aFixedNumberIsOneStep() throws Exception {
    assertThat(search(6, 6, 9)).isEqualTo(6);
    assertThat(tried).containsExactly(6);
  }
}
