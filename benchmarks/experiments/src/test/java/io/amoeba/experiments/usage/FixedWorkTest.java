package io.amoeba.experiments.usage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FixedWorkTest {
  @Test
  void workIsDoneAndNotOptimizedAway() {
    FixedWork work = new FixedWork();
    long nanos = 0;
    for (int i = 0; i < 200; i++) {
      nanos = work.nanos();
    }

    // 40,000 steps, each of which waits for the one before: at most some per nanosecond.
    assertThat(nanos).isGreaterThan(10_000);
  }
}
