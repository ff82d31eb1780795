package io.amoeba.experiments.usage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CalibrationLoopTest {
  @Test
  void workIsDoneAndNotOptimizedAway() {
    CalibrationLoop work = new CalibrationLoop();
    long nanos = 0;
    for (int i = 0; i < 200; i++) {
      nanos = work.nanos();
    }

    // 40,000 steps, each of which waits for the one before: at most some per nanosecond.
    assertThat(nanos).isGreaterThan(10_000);
  }
}
