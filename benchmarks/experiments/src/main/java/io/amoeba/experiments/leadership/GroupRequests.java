package io.amoeba.experiments.leadership;

import io.amoeba.experiments.loops.OperationLog;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Reads and updates of records, wherever their hash slot is. Safe for concurrent use.
 *
 * @param readShare 0 to 1
 */
record GroupRequests(
    RedisClusterAsyncCommands<String, String> servers,
    Records records,
    Counters counters,
    double readShare,
    OperationLog log) {

  /**
   * Sends the next request, and logs its answer.
   *
   * @return whether it was answered; without an error in any case
   */
  CompletionStage<Boolean> send(long startNanos) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return random.nextDouble() < readShare ? read(startNanos, random) : update(startNanos, random);
  }

  private CompletionStage<Boolean> read(long startNanos, ThreadLocalRandom random) {
    try {
      return servers
          .hget(Records.key(records.draw(random)), Records.field(random))
          .handle((value, error) -> logged(startNanos, error, /* write= */ false));
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(logged(startNanos, e, /* write= */ false));
    }
  }

  private CompletionStage<Boolean> update(long startNanos, ThreadLocalRandom random) {
    int record;
    int counter;
    do {
      record = records.draw(random);
      counter = counters.take(record, random.nextInt(Counters.OF_EACH));
    } while (counter < 0);
    int taken = record;
    int number = counter;
    try {
      return servers
          .hincrby(Records.key(taken), Records.counter(number), 1)
          .handle(
              (value, error) -> {
                if (error == null) {
                  counters.acknowledged(taken, number, Records.increments(number, value));
                } else {
                  counters.failed(taken, number);
                }
                return logged(startNanos, error, /* write= */ true);
              });
    } catch (RuntimeException e) {
      counters.failed(taken, number);
      return CompletableFuture.completedFuture(logged(startNanos, e, /* write= */ true));
    }
  }

  private boolean logged(long startNanos, @Nullable Throwable error, boolean write) {
    if (error == null) {
      log.answered(startNanos, System.nanoTime(), write);
    } else {
      log.failed(error);
    }
    return error == null;
  }
}
