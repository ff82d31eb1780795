package io.amoeba.priority.protocol.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdmissionGateContentionTest {

  private static final int ARRIVING_THREADS = 3;
  private static final int REQUESTS_EACH = 50_000;
  private static final int REQUESTS = ARRIVING_THREADS * REQUESTS_EACH;
  private static final long NOW = 0;

  private final ExecutorService pool = Executors.newFixedThreadPool(3);
  private final HighActivity high = new HighActivity(1, 50, NOW);
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();
  private final AtomicIntegerArray outcomes = new AtomicIntegerArray(REQUESTS);
  private final CountDownLatch answered = new CountDownLatch(REQUESTS);

  /** Runs on a pool, and ends there. */
  private final class PooledRequests implements AdmittedRequests<Integer> {
    private AdmissionGate<Integer> gate;

    PooledRequests(GateBounds bounds) {
      gate = new AdmissionGate<>(this, high, bounds, 4, NOW);
    }

    @Override
    public void run(Integer request, Admission admission) {
      mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
      pool.execute(
          () -> {
            answer(request);
            inFlight.decrementAndGet();
            gate.end(admission, NOW);
          });
    }

    @Override
    public void shed(Integer request) {
      answer(request);
    }

    private void answer(Integer request) {
      outcomes.incrementAndGet(request);
      answered.countDown();
    }
  }

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  /** Time stands still: only arrivals and ends release what is held, so no wake-up may be lost. */
  @Test
  void theLimitHoldsAndNoRequestIsForgotten() throws InterruptedException {
    AdmissionGate<Integer> gate =
        new PooledRequests(new GateBounds(REQUESTS, REQUESTS, 1_000)).gate;
    gate.setLimit(2);
    high.begin(NOW);

    join(arriving(gate));

    assertThat(answered.await(2, TimeUnit.MINUTES)).isTrue();
    assertThat(mostInFlight.get()).isBetween(1, 2);
    assertEachAnsweredOnce();
    assertThat(gate.counts().shed()).isZero();
    assertThat(gate.held()).isZero();
    assertThat(gate.heldBytes()).isZero();
  }

  @Test
  void whileSettingsChangeEveryRequestIsAnsweredOnce() throws InterruptedException {
    AdmissionGate<Integer> gate = new PooledRequests(new GateBounds(50, 50, 1_000)).gate;
    List<Thread> arriving = arriving(gate);
    Random random = new Random(20_261_128);

    while (arriving.stream().anyMatch(Thread::isAlive)) {
      gate.setLimit(1 + random.nextInt(4));
      gate.setOpen(random.nextInt(4) == 0, NOW);
      int begun = high.begin(NOW);
      gate.tick(NOW);
      if (random.nextBoolean()) {
        Thread.onSpinWait();
      }
      high.end(begun, NOW);
    }
    join(arriving);
    gate.setOpen(true, NOW);

    assertThat(answered.await(2, TimeUnit.MINUTES)).isTrue();
    assertEachAnsweredOnce();
    assertThat(gate.held()).isZero();
    assertThat(gate.heldBytes()).isZero();
  }

  private static List<Thread> arriving(AdmissionGate<Integer> gate) {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < ARRIVING_THREADS; i++) {
      int first = i * REQUESTS_EACH;
      threads.add(
          new Thread(
              () -> {
                for (int request = first; request < first + REQUESTS_EACH; request++) {
                  gate.arrive(request, 1, NOW);
                }
              }));
    }
    threads.forEach(Thread::start);
    return threads;
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void assertEachAnsweredOnce() {
    for (int request = 0; request < REQUESTS; request++) {
      assertThat(outcomes.get(request)).as("request %d", request).isEqualTo(1);
    }
  }
}
