package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RequestsTest {
  private static final String TARGET = "Redis Cluster at [a:1]";

  @Test
  void waitingFlushesAgainForCommandsThatWereQueuedLate() {
    CompletableFuture<String> late = new CompletableFuture<>();
    AtomicInteger flushes = new AtomicInteger();
    Runnable flush =
        () -> {
          if (flushes.incrementAndGet() == 3) {
            late.complete("answer");
          }
        };

    Requests.await(List.of(late), Duration.ofSeconds(30), flush, TARGET);

    assertThat(flushes).hasValue(3);
  }

  @Test
  void aTimeLimitSaysHowManyRequestsAreOpen() {
    List<CompletableFuture<String>> requests =
        List.of(
            CompletableFuture.completedFuture("x"),
            new CompletableFuture<>(),
            new CompletableFuture<>());

    assertThatThrownBy(() -> Requests.await(requests, Duration.ofMillis(20), () -> {}, TARGET))
        .isInstanceOf(RedisAccessException.class)
        .hasMessageContaining("2 of 3 requests to the Redis Cluster at [a:1]")
        .hasMessageContaining("after 20 ms");
  }

  @Test
  void anErrorReplyIsTheCause() {
    CompletableFuture<String> failed =
        CompletableFuture.failedFuture(new IllegalStateException("WRONGTYPE"));

    assertThatThrownBy(
            () -> Requests.await(List.of(failed), Duration.ofSeconds(1), () -> {}, TARGET))
        .isInstanceOf(RedisAccessException.class)
        .hasMessageContaining("WRONGTYPE")
        .hasCauseInstanceOf(IllegalStateException.class);
  }
}
