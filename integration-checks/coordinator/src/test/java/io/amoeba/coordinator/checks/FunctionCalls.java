package io.amoeba.coordinator.checks;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
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
  private final WriterThreads threads = new WriterThreads();
  private final AtomicLong calls = new AtomicLong();
  private volatile String failure = "";
  private final boolean idle;

  /** Begins to call for the hash slots {@code from … to}. */
  FunctionCalls(RedisURI node, int from, int to) {
    client = RedisClusterClient.create(node);
    client.setOptions(AcknowledgedWrites.quickRefresh());
    RedisAdvancedClusterCommands<String, String> redis = client.connect().sync();
    List<String> tags = AcknowledgedWrites.tags(from, to, 1);
    idle = false;
    threads.start("calls", call -> call(redis, tags.get((int) (call % tags.size()))));
  }

  private FunctionCalls() {
    client = RedisClusterClient.create("redis://127.0.0.1");
    idle = true;
  }

  /** A client that calls nothing, where servers know no functions. */
  static FunctionCalls none() {
    return new FunctionCalls();
  }

  private void call(RedisAdvancedClusterCommands<String, String> redis, String tag) {
    try {
      Long unused = redis.fcall("bump", ScriptOutputType.INTEGER, "{" + tag + "}n");
      calls.incrementAndGet();
    } catch (RedisException e) {
      failure = failure.isEmpty() ? String.valueOf(e.getMessage()) : failure;
    }
  }

  /** Waits for so many more calls, or a failure. */
  void awaitMore(int count) {
    long before = calls.get();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> idle || calls.get() >= before + count || !failure.isEmpty());
  }

  /** What the first failed call said; empty if none has failed. */
  String failure() {
    return failure;
  }

  @Override
  public void close() {
    threads.close();
    client.shutdown();
  }
}
