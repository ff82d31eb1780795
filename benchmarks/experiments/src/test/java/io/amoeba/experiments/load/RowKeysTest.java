package io.amoeba.experiments.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowKeysTest {
  private static final int ROWS = 1_000;
  private static final int DRAWS = 10_000;

  private static Set<String> rows(int from, int to) {
    Set<String> rows = new HashSet<>();
    for (int row = from; row < to; row++) {
      rows.add(RowKeys.of(row));
    }
    return rows;
  }

  private static Map<String, Integer> drawn(RowKeys keys) {
    SplittableRandom random = new SplittableRandom(3);
    Map<String, Integer> drawn = new HashMap<>();
    for (int i = 0; i < DRAWS; i++) {
      drawn.merge(keys.draw(random), 1, Integer::sum);
    }
    return drawn;
  }

  @Test
  void onlyRowsThatWereLoadedAreAskedFor() {
    Set<String> loaded = rows(0, ROWS);

    for (TrafficShape.Distribution distribution : TrafficShape.Distribution.values()) {
      assertThat(loaded).containsAll(drawn(RowKeys.of(0, ROWS, distribution)).keySet());
    }
    assertThat(loaded).hasSize(ROWS);
  }

  @Test
  void disjointRowsAreTheTwoHalves() {
    for (TrafficShape.Distribution distribution : TrafficShape.Distribution.values()) {
      assertThat(rows(0, ROWS / 2))
          .containsAll(drawn(RowKeys.of(0, ROWS / 2, distribution)).keySet());
      assertThat(rows(ROWS / 2, ROWS))
          .containsAll(drawn(RowKeys.of(ROWS / 2, ROWS / 2, distribution)).keySet());
    }
  }

  @Test
  void someRowsArePopularByZipfsLawAndNoneEvenly() {
    assertThat(drawn(RowKeys.of(0, ROWS, TrafficShape.Distribution.ZIPFIAN)).values())
        .anyMatch(count -> count > DRAWS / 20);
    assertThat(drawn(RowKeys.of(0, ROWS, TrafficShape.Distribution.UNIFORM)).values())
        .noneMatch(count -> count > DRAWS / 200);
  }

  @Test
  void hashIsFnv1a() {
    // Of eight zero bytes, without its sign.
    assertThat(RowKeys.hash(0)).isEqualTo(0xa8c7f832281a39c5L & Long.MAX_VALUE);
  }
}
