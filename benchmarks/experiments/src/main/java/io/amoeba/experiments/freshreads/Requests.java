package io.amoeba.experiments.freshreads;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Reads and updates of records. Safe for concurrent use.
 *
 * @param writes to the primary, by plain lettuce in every mode
 */
record Requests(ReadPath reads, RedisClusterAsyncCommands<String, String> writes, Records records) {

  /** Sends a client's next request, and logs its answer. An error is left to the caller. */
  CompletionStage<?> send(int client, Load.Workload workload, ReadLog log) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    String key = Records.key(random);
    String field = records.field(random);
    try {
      if (random.nextDouble() >= workload.readShare()) {
        return writes.hset(key, field, Records.value(random)).thenRun(log::written);
      }
      long sentNanos = System.nanoTime();
      return reads
          .read(client, key, server -> server.hget(key, field))
          .thenAccept(reply -> log.answered(reply, sentNanos, System.nanoTime()));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
