package io.amoeba.shift.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchdogTest {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  @Test
  void aThreadThatTicksIsLeftAlone() {
    ControlThread thread = new ControlThread(() -> {});
    thread.start();
    LifeSigns signs = new LifeSigns(thread);

    await().atMost(LIMIT).until(() -> thread.ticks() > 1);

    assertThat(signs.areMissing()).isFalse();
  }

  @Test
  void aThreadThatHangsIsFoundAfterTenSecondsOfTheWatchdogsOwn() {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch hangs = new CountDownLatch(1);
    ControlThread thread =
        new ControlThread(
            () -> {
              hangs.countDown();
              try {
                end.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    thread.start();
    LifeSigns signs = new LifeSigns(thread);
    await().atMost(LIMIT).until(() -> hangs.getCount() == 0);

    for (int second = 0; second <= 10; second++) {
      assertThat(signs.areMissing()).as("second %d", second).isFalse();
    }
    assertThat(signs.areMissing()).isTrue();
    end.countDown();
  }

  @Test
  void aThreadThatFailsEachTimeEnds() {
    AtomicInteger calls = new AtomicInteger();
    ControlThread thread =
        new ControlThread(
            () -> {
              calls.incrementAndGet();
              throw new IllegalStateException("on purpose");
            });
    thread.start();
    LifeSigns signs = new LifeSigns(thread);

    await().atMost(LIMIT).until(() -> !thread.isAlive());

    assertThat(calls).hasValue(10);
    assertThat(signs.areMissing()).isTrue();
  }
}
