package io.amoeba.experiments.followed;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.followed.CountedWrites.Acknowledged;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CountedWritesTest {
  private final Acknowledged writes = new Acknowledged();

  private void answered(long value, long millis) {
    writes.answered(value, TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private double longest(long fromMillis, long toMillis) {
    return writes.longestMillis(
        TimeUnit.MILLISECONDS.toNanos(fromMillis), TimeUnit.MILLISECONDS.toNanos(toMillis));
  }

  @Test
  void anAnswerThatIsNoLargerThanTheOneBeforeShowsLostWrites() {
    answered(1, 1);
    answered(2, 2);
    answered(5, 3); // two without an answer had been executed
    assertThat(writes.lost()).isZero();

    answered(3, 4);
    assertThat(writes.lost()).as("of 5, three were left, and this is one of them").isEqualTo(3);
    answered(4, 5);
    assertThat(writes.lost()).isEqualTo(3);
  }

  @Test
  void theLongestTimeWithoutAnAnswerIsThatOfItsMoment() {
    answered(1, 1_000);
    answered(2, 1_005);
    answered(3, 1_055);
    writes.failed();
    answered(4, 1_085);

    assertThat(longest(1_000, 1_100)).isEqualTo(50);
    assertThat(longest(1_060, 1_100)).isEqualTo(30);
    assertThat(longest(1_000, 1_010)).as("as short as always").isZero();
    assertThat(writes.failures()).isEqualTo(1);
  }
}
