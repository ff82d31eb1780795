package io.amoeba.coordinator.checks;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A client that calls a function for keys of some hash slots without end, as a job does, and keeps
 * the first failure. Safe for concurrent use.
 */
final class FunctionCalls implements AutoCloseable {

  /** A library with the function {@code bump}. */
  static final String LIBRARY =
      """
      #!lua name=mylib
      redis.register_function('bump', function(keys, args) return redis.call('INCR', keys[1]) end)
      """;

  private final RedisClusterClient client;
  private final Thread thread;
  private final AtomicLong calls = new AtomicLong();
  private volatile String failure = "";
  private volatile boolean ended;

  /** Begins to call for the hash slots {@code from … to}. */
  FunctionCalls(RedisURI node, int from, int to) {
    client = RedisClusterClient.create(node);
    client.setOptions(
        ClusterClientOptions.builder()
            .topologyRefreshOptions(
                ClusterTopologyRefreshOptions.builder()
                    .enableAllAdaptiveRefreshTriggers()
                    .adaptiveRefreshTriggersTimeout(Duration.ofMillis(200))
                    .build())
            .build());
    RedisAdvancedClusterCommands<String, String> redis = client.connect().sync();
    List<String> tags = AcknowledgedWrites.tags(from, to, 1);
    thread = new Thread(() -> call(redis, tags), "calls");
    thread.start();
  }

  private FunctionCalls() {
    client = RedisClusterClient.create("redis://127.0.0.1");
    thread = new Thread(() -> {}, "no calls");
    ended = true;
  }

  /** A client that calls nothing, where servers know no functions. */
  static FunctionCalls none() {
    return new FunctionCalls();
  }

  private void call(RedisAdvancedClusterCommands<String, String> redis, List<String> tags) {
    for (int i = 0; !ended; i++) {
      try {
        Long unused =
            redis.fcall("bump", ScriptOutputType.INTEGER, "{" + tags.get(i % tags.size()) + "}n");
        calls.incrementAndGet();
      } catch (RedisException e) {
        failure = failure.isEmpty() ? String.valueOf(e.getMessage()) : failure;
      }
    }
  }

  /** Waits for so many more calls, or a failure. */
  void awaitMore(int count) {
    long before = calls.get();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> ended || calls.get() >= before + count || !failure.isEmpty());
  }

  /** What the first failed call said; empty if none has failed. */
  String failure() {
    return failure;
  }

  @Override
  public void close() {
    ended = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.shutdown();
  }
}
