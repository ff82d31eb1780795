package io.amoeba.priority.protocol.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HopWaitsTest {

  private final HopWaits waits = new HopWaits();

  @Test
  void anIntervalWithoutSamplesHasNoP95() {
    assertThat(waits.drain()).isEqualTo(HopWaitSummary.NONE);
  }

  @Test
  void everySampleCountsInOneIntervalOnly() {
    waits.record(TimeUnit.MICROSECONDS.toNanos(5));

    assertThat(waits.samples()).isEqualTo(1);
    assertThat(waits.drain()).isEqualTo(new HopWaitSummary(1, 5));
    assertThat(waits.samples()).isZero();
    assertThat(waits.drain()).isEqualTo(HopWaitSummary.NONE);
  }

  @Test
  void oneOfTwentyMayBeLonger() {
    for (int i = 0; i < 19; i++) {
      waits.record(TimeUnit.MICROSECONDS.toNanos(3));
    }
    waits.record(TimeUnit.SECONDS.toNanos(1));

    assertThat(waits.drain()).isEqualTo(new HopWaitSummary(20, 3));
  }

  @Test
  void twoOfTwentyMayNot() {
    for (int i = 0; i < 18; i++) {
      waits.record(TimeUnit.MICROSECONDS.toNanos(3));
    }
    waits.record(TimeUnit.MICROSECONDS.toNanos(7));
    waits.record(TimeUnit.SECONDS.toNanos(1));

    assertThat(waits.drain()).isEqualTo(new HopWaitSummary(20, 7));
  }

  @Test
  void p95IsAtMostAnEighthAboveTheTrueOne() {
    long seed = 20_261_128;
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      long[] micros = new long[1 + random.nextInt(200)];
      for (int i = 0; i < micros.length; i++) {
        micros[i] = (long) Math.pow(10, 7 * random.nextDouble());
        waits.record(TimeUnit.MICROSECONDS.toNanos(micros[i]));
      }
      Arrays.sort(micros);
      long exact = micros[micros.length - micros.length / 20 - 1];

      HopWaitSummary summary = waits.drain();

      assertThat(summary.samples()).isEqualTo(micros.length);
      assertThat(summary.p95Micros()).isBetween(exact, exact + exact / 8);
    }
  }

  @Test
  void absurdWaitsAreCounted() {
    waits.record(Long.MIN_VALUE);
    assertThat(waits.drain()).isEqualTo(new HopWaitSummary(1, 0));

    waits.record(Long.MAX_VALUE);
    HopWaitSummary longest = waits.drain();
    assertThat(longest.samples()).isEqualTo(1);
    assertThat(longest.p95Micros()).isGreaterThan(TimeUnit.MINUTES.toMicros(1));
  }

  @Test
  void concurrentSamplesAreAllDrained() throws InterruptedException {
    int threads = 4;
    int samplesEach = 200_000;
    List<Thread> recorders = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      recorders.add(
          new Thread(
              () -> {
                for (int sample = 0; sample < samplesEach; sample++) {
                  waits.record(sample);
                }
              }));
    }
    recorders.forEach(Thread::start);

    long drained = 0;
    while (recorders.stream().anyMatch(Thread::isAlive)) {
      drained += waits.drain().samples();
    }
    drained += waits.drain().samples();

    assertThat(drained).isEqualTo((long) threads * samplesEach);
  }
}
