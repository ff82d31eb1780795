package io.amoeba.streaming.joining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PacerTest {

  private static final long MIB = 1 << 20;

  private final AtomicLong nanos = new AtomicLong();

  @Test
  void withoutALimitNoSenderWaits() {
    Pacer pacer = new Pacer(0, nanos::get);

    assertThat(pacer.waitNanos(100 * MIB)).isZero();
  }

  @Test
  void allThreadsTogetherKeepTheRate() {
    Pacer pacer = new Pacer(2, nanos::get);

    assertThat(pacer.waitNanos(MIB)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
    assertThat(pacer.waitNanos(MIB)).isEqualTo(TimeUnit.SECONDS.toNanos(1));
  }

  @Test
  void timeWithoutDataIsNotSavedUp() {
    Pacer pacer = new Pacer(1, nanos::get);

    nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));

    assertThat(pacer.waitNanos(MIB)).isEqualTo(TimeUnit.SECONDS.toNanos(1));
  }

  @Test
  void aNewRateHoldsAtOnce() {
    Pacer pacer = new Pacer(1, nanos::get);
    pacer.waitNanos(100 * MIB);

    pacer.setRateMibPerSec(10);

    assertThat(pacer.waitNanos(10 * MIB)).isEqualTo(TimeUnit.SECONDS.toNanos(1));
  }

  @Test
  void aNegativeRateIsRefused() {
    Pacer pacer = new Pacer(1, nanos::get);

    assertThatThrownBy(() -> pacer.setRateMibPerSec(-1)).hasMessageContaining("-1 MiB/s");
  }
}
