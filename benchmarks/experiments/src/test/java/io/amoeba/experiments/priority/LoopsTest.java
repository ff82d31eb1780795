package io.amoeba.experiments.priority;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.Values;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoopsTest {
  private static final long MILLI = 1_000_000;

  private final AnswerLog log = new AnswerLog();

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
    log.open(System.nanoTime());
    try (OpenLoop loop =
        new OpenLoop(
            1_000,
            () -> {
              if (sent.getAndIncrement() == 0) {
                awaitQuietly(late);
              }
              enough.countDown();
              return CompletableFuture.completedFuture("row");
            },
            log)) {
      loop.start();
      assertThat(late.await(100, TimeUnit.MILLISECONDS)).isFalse();
      late.countDown();
      assertThat(enough.await(1, TimeUnit.MINUTES)).isTrue();
    }
    log.close(System.nanoTime());

    Values figures = log.figures();
    assertThat(figures.get("answers")).isEqualTo(sent.get());
    assertThat(figures.get("maxMicros")).isGreaterThan(90_000);
    // The first of 200 waited, and 99 others should have started meanwhile.
    assertThat(log.micros().getCountBetweenValues(10_000, 60_000_000)).isGreaterThan(80);
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
    BlockingQueue<CompletableFuture<String>> inFlight = new LinkedBlockingQueue<>();
    ClosedLoop loop =
        new ClosedLoop(
            2,
            () -> {
              CompletableFuture<String> answer = new CompletableFuture<>();
              inFlight.add(answer);
              return answer;
            },
            log);
    log.open(System.nanoTime());

    assertThat(inFlight).hasSize(2);
    inFlight.take().complete("row");
    assertThat(inFlight).hasSize(2);
    inFlight.take().completeExceptionally(new IllegalStateException("overloaded"));
    // One more after a pause.
    CompletableFuture<String> next = inFlight.take();
    CompletableFuture<String> afterError = inFlight.take();

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
    next.complete("row");
    afterError.complete("row");
    while (closing.isAlive()) {
      CompletableFuture<String> last = inFlight.poll(1, TimeUnit.MILLISECONDS);
      if (last != null) {
        last.complete("row");
      }
    }
    assertThat(inFlight).isEmpty();
  }

  @Test
  void requestsCountByTheirStartAndWaitsByTheirAnswers() {
    log.open(1_000 * MILLI);
    log.answered(999 * MILLI, 1_300 * MILLI);
    log.answered(1_100 * MILLI, 1_500 * MILLI);
    log.failed(1_200 * MILLI, new IllegalStateException("overloaded"));
    log.close(2_000 * MILLI);
    // It started in time.
    log.answered(1_900 * MILLI, 2_500 * MILLI);
    log.answered(2_000 * MILLI, 2_600 * MILLI);

    Values figures = log.figures();

    assertThat(figures.get("answers")).isEqualTo(2);
    assertThat(figures.get("perSecond")).isEqualTo(2);
    assertThat(figures.get("errors")).isEqualTo(1);
    assertThat(figures.get("longestGapMillis")).isEqualTo(500);
    assertThat(figures.get("maxMicros")).isBetween(600_000.0, 601_000.0);
  }

  @Test
  void withoutAnswersLatenciesAreUnknown() {
    log.open(0);
    log.close(1_000 * MILLI);

    assertThat(log.figures().get("p50Micros")).isNaN();
    assertThat(log.figures().get("answers")).isZero();
    assertThat(log.figures().get("longestGapMillis")).isEqualTo(1_000);
  }
}
