package io.amoeba.experiments.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowKeysTest {
  private static final int ROWS = 1_000;

  @Test
  void onlyRowsThatWereLoadedAreAskedFor() {
    Set<String> loaded = new HashSet<>();
    for (int row = 0; row < ROWS; row++) {
      loaded.add(RowKeys.of(row));
    }
    RowKeys keys = new RowKeys(ROWS);
    SplittableRandom random = new SplittableRandom(3);

    for (int i = 0; i < 10_000; i++) {
      assertThat(loaded).contains(keys.draw(random));
    }
    assertThat(loaded).hasSize(ROWS);
  }

  @Test
  void hashIsFnv1a() {
    // Of eight zero bytes, without its sign.
    assertThat(RowKeys.hash(0)).isEqualTo(0xa8c7f832281a39c5L & Long.MAX_VALUE);
  }
}
