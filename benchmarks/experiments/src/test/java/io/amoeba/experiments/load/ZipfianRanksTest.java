package io.amoeba.experiments.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ZipfianRanksTest {
  private static final int ITEMS = 1_000;
  private static final int DRAWS = 1_000_000;

  @Test
  void popularityFallsByZipfsLaw() {
    ZipfianRanks ranks = new ZipfianRanks(ITEMS);
    SplittableRandom random = new SplittableRandom(7);
    int[] drawn = new int[ITEMS];

    for (int i = 0; i < DRAWS; i++) {
      drawn[(int) ranks.rank(random.nextDouble())]++;
    }

    double zeta = 0;
    for (int i = 1; i <= ITEMS; i++) {
      zeta += Math.pow(i, -ZipfianRanks.THETA);
    }
    assertThat((double) drawn[0] / DRAWS).isCloseTo(1 / zeta, within(0.003));
    assertThat((double) drawn[1] / DRAWS)
        .isCloseTo(Math.pow(2, -ZipfianRanks.THETA) / zeta, within(0.003));
    // Gray's formula is an approximation beyond the second rank.
    assertThat((double) drawn[99] / DRAWS)
        .isCloseTo(Math.pow(100, -ZipfianRanks.THETA) / zeta, within(0.0005));
  }

  @Test
  void everyRankIsThereAndNoOther() {
    ZipfianRanks ranks = new ZipfianRanks(ITEMS);

    assertThat(ranks.rank(0)).isZero();
    assertThat(ranks.rank(Math.nextDown(1.0))).isEqualTo(ITEMS - 1);
  }

  @Test
  void oneItemIsRefused() {
    assertThatThrownBy(() -> new ZipfianRanks(1)).hasMessageContaining("items is 1");
  }
}
