package io.amoeba.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.process.UsageWatch.Usage;
import java.time.Duration;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class UsageWatchTest {
  private static final long MEBIBYTE = 1 << 20;

  /** Samples on its own only after the test. */
  private final UsageWatch watch = UsageWatch.start(Duration.ofDays(1));

  private void twenty(String server, IntFunction<Usage> sample) {
    for (int i = 0; i < 20; i++) {
      watch.add(server, sample.apply(i));
    }
  }

  @Test
  void aServerThatUsesTheSameHasNotGrown() {
    twenty("steady", i -> new Usage((100 + i % 3) * MEBIBYTE, 50 * MEBIBYTE, 40, 200));

    assertThat(watch.growth()).isEmpty();
    assertThat(watch.judged()).isEqualTo(1);
  }

  @Test
  void aWarmUpIsNoGrowth() {
    twenty(
        "warm", i -> new Usage(Math.min(20 + 20 * i, 120) * MEBIBYTE, 0, 10 + Math.min(i, 5), 9));

    assertThat(watch.growth()).isEmpty();
  }

  @Test
  void eachKindOfGrowthIsTold() {
    twenty("heap", i -> new Usage((100 + 5L * i) * MEBIBYTE, 0, 1, 1));
    twenty("classes", i -> new Usage(0, (100 + 4L * i) * MEBIBYTE, 1, 1));
    twenty("threads", i -> new Usage(0, 0, 10 + i, 1));
    twenty("sockets", i -> new Usage(0, 0, 1, 100 + 3 * i));

    assertThat(watch.growth())
        .containsExactly(
            "heap: 135, then 185 MiB of live heap",
            "classes: 128, then 168 MiB beside the heap",
            "threads: 17, then 27 threads",
            "sockets: 121, then 151 file descriptors");
  }

  @Test
  void aServerWithFewSamplesIsNotJudged() {
    for (int i = 0; i < 7; i++) {
      watch.add("young", new Usage(0, 0, i * 100, 1));
    }

    assertThat(watch.growth()).isEmpty();
    assertThat(watch.judged()).isZero();
    assertThat(watch.table()).isEqualTo("young: 7 samples");
  }

  @Test
  void theServersOfThisJvmAreSampled() throws Exception {
    Process server = new ProcessBuilder("sleep", "60").start();
    try (UsageWatch quick = UsageWatch.start(Duration.ofMillis(20))) {
      await().until(() -> quick.judged() > 0);

      assertThat(quick.table()).contains("sleep (%d)".formatted(server.pid()), "1 to 1 threads");
    } finally {
      server.destroyForcibly().waitFor();
    }
  }
}
