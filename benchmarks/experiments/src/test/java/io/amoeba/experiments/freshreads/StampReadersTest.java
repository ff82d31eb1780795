package io.amoeba.experiments.freshreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.amoeba.staleness.Acknowledgements;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StampReadersTest {
  private static final long MILLI = 1_000_000;

  private final Acknowledgements writes = new Acknowledgements();
  private final StampReaders readers =
      new StampReaders(
          (client, key, command) -> CompletableFuture.failedFuture(new AssertionError("not read")),
          writes,
          Duration.ofMillis(100));

  @BeforeEach
  void acknowledgeWrites() {
    for (int number = 1; number <= 20_000; number++) {
      if (number != 7) {
        writes.acknowledge(number, number * 10L * MILLI);
      }
    }
  }

  private double figure(String name) {
    return readers.figures().getOrDefault(name, Double.NaN);
  }

  @Test
  void answerAgesFromTheNextAcknowledgedNumberOn() {
    readers.record(5, true, 85 * MILLI);
    assertThat(figure("worstStaleMillis")).isEqualTo(25, within(0.1));

    // Number 7 got no acknowledgement.
    readers.record(6, true, 120 * MILLI);
    assertThat(figure("worstStaleMillis")).isEqualTo(40, within(0.1));
    assertThat(figure("overBound")).isZero();
  }

  @Test
  void answerIsOverTheBoundWhenItIsOlder() {
    readers.record(5, true, 160 * MILLI);
    assertThat(figure("overBound")).isZero();

    readers.record(5, true, 160 * MILLI + 1);
    assertThat(figure("overBound")).isOne();
    assertThat(figure("sReads")).isEqualTo(2);
  }

  @Test
  void newestNumberAndAnswersOfThePrimaryAreFresh() {
    readers.record(20_000, true, Long.MAX_VALUE / 2);
    readers.record(1, false, Long.MAX_VALUE / 2);

    assertThat(figure("worstStaleMillis")).isZero();
    assertThat(figure("overBound")).isZero();
  }

  @Test
  void eachStepCountsForItself() {
    readers.record(1, true, 1_000 * MILLI);

    readers.begin();

    assertThat(figure("sReads")).isZero();
    assertThat(figure("overBound")).isZero();
    assertThat(figure("worstStaleMillis")).isZero();
  }
}
