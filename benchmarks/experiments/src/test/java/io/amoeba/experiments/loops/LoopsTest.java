package io.amoeba.experiments.loops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoopsTest {
  private static final long MILLI = 1_000_000;

  @Test
  void requestsOfARateAreEvenlySpaced() {
    assertThat(OpenLoop.intendedNanos(7, 0, 200)).isEqualTo(7);
    assertThat(OpenLoop.intendedNanos(7, 3, 200)).isEqualTo(7 + 15 * MILLI);
    // Without the sum of rounded distances.
    assertThat(OpenLoop.intendedNanos(0, 3_000_000, 3)).isEqualTo(1_000_000_000_000_000L);
  }

  @Test
  void aLateClientLeavesOutNoRequestAndMeasuresEachFromWhenItShouldHaveStarted() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    CountDownLatch late = new CountDownLatch(1);
    CountDownLatch enough = new CountDownLatch(200);
    List<Long> waits = new ArrayList<>();
    try (OpenLoop loop =
        new OpenLoop(
            1_000,
            start -> {
              if (sent.getAndIncrement() == 0) {
                awaitQuietly(late);
              }
              waits.add(System.nanoTime() - start);
              enough.countDown();
              return CompletableFuture.completedFuture(true);
            })) {
      loop.start();
      assertThat(late.await(100, TimeUnit.MILLISECONDS)).isFalse();
      late.countDown();
      assertThat(enough.await(1, TimeUnit.MINUTES)).isTrue();
    }

    assertThat(waits).hasSize(sent.get());
    assertThat(waits.get(0)).isGreaterThan(90 * MILLI);
    // The first of 200 waited, and 99 others should have started meanwhile.
    assertThat(waits).filteredOn(wait -> wait > 10 * MILLI).hasSizeGreaterThan(80);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aClosedLoopHasSoManyRequestsInFlightAndEndsWithTheirAnswers() throws Exception {
    BlockingQueue<CompletableFuture<Boolean>> inFlight = new LinkedBlockingQueue<>();
    ClosedLoop loop =
        new ClosedLoop(
            2,
            start -> {
              CompletableFuture<Boolean> answer = new CompletableFuture<>();
              inFlight.add(answer);
              return answer;
            });

    assertThat(inFlight).hasSize(2);
    inFlight.take().complete(true);
    assertThat(inFlight).hasSize(2);
    inFlight.take().complete(false);
    // One more after a pause.
    CompletableFuture<Boolean> next = inFlight.take();
    CompletableFuture<Boolean> afterError = inFlight.take();

    Thread closing =
        new Thread(
            () -> {
              try {
                loop.close();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    closing.start();
    next.complete(true);
    afterError.complete(true);
    while (closing.isAlive()) {
      CompletableFuture<Boolean> last = inFlight.poll(1, TimeUnit.MILLISECONDS);
      if (last != null) {
        last.complete(true);
      }
    }
    assertThat(inFlight).isEmpty();
  }
}
