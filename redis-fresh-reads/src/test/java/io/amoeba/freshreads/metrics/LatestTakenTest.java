package io.amoeba.freshreads.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LatestTakenTest {
  private static final long START_NANOS = Long.MAX_VALUE;

  private final AtomicInteger source = new AtomicInteger();
  private final LatestTaken<Integer> latest = new LatestTaken<>();

  @Test
  void allMetersOfAScrapeShareOne() {
    assertThat(takenAfter(0)).isEqualTo(1);
    assertThat(takenAfter(LatestTaken.KEPT_NANOS)).isEqualTo(1);
  }

  @Test
  void theNextScrapeTakesAnew() {
    takenAfter(0);

    assertThat(takenAfter(LatestTaken.KEPT_NANOS + 1)).isEqualTo(2);
  }

  private int takenAfter(long nanos) {
    return latest.get(source::incrementAndGet, START_NANOS + nanos);
  }
}
