package io.amoeba.streaming.joining;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
    Pacer pacer = new Pacer(2 * MIB, nanos::get);

    assertThat(pacer.waitNanos(MIB)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
    assertThat(pacer.waitNanos(MIB)).isEqualTo(TimeUnit.SECONDS.toNanos(1));
  }

  @Test
  void timeWithoutDataIsNotSavedUp() {
    Pacer pacer = new Pacer(MIB, nanos::get);

    nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));

    assertThat(pacer.waitNanos(MIB)).isEqualTo(TimeUnit.SECONDS.toNanos(1));
  }

  @Test
  void shortWaitsAreAddedUp() {
    Pacer pacer = new Pacer(MIB, nanos::get);

    assertThat(pacer.waitNanos(MIB / 1_000)).isZero();
    for (int piece = 0; piece < 8; piece++) {
      pacer.waitNanos(MIB / 1_000);
    }

    assertThat(pacer.waitNanos(MIB / 1_000))
        .isBetween(TimeUnit.MILLISECONDS.toNanos(9), TimeUnit.MILLISECONDS.toNanos(11));
  }

  @Test
  void aNewRateHoldsAtOnce() {
    Pacer pacer = new Pacer(MIB, nanos::get);
    pacer.waitNanos(100 * MIB);

    pacer.setBytesPerSec(10 * MIB);

    assertThat(pacer.waitNanos(10 * MIB)).isEqualTo(TimeUnit.SECONDS.toNanos(1));
  }

  @Test
  @Timeout(60)
  void aThreadThatWaitsForLongIsReleasedByANewRate() throws InterruptedException {
    Pacer pacer = new Pacer(1, System::nanoTime);
    CountDownLatch begun = new CountDownLatch(1);
    Thread waits =
        new Thread(
            () -> {
              begun.countDown();
              pacer.taken(MIB);
            });
    waits.start();
    begun.await();

    pacer.setBytesPerSec(0);
    pacer.taken(MIB);
    waits.join();

    assertThat(waits.isAlive()).isFalse();
  }
}
