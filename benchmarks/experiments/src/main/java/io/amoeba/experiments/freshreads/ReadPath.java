package io.amoeba.experiments.freshreads;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A way to read. Safe for concurrent use. */
interface ReadPath extends AutoCloseable {
  /** Sends a command that reads one key. */
  @FunctionalInterface
  interface Command {
    RedisFuture<String> sendTo(RedisClusterAsyncCommands<String, String> server);
  }

  /**
   * An answer.
   *
   * @param provenAgeNanos 0: nothing is proven, or the primary answered
   */
  record Reply(@Nullable String value, boolean fromReplica, long provenAgeNanos) {}

  /**
   * Reads.
   *
   * @param client number of the one that reads, from 0
   */
  CompletionStage<Reply> read(int client, String key, Command command);

  /** Traffic starts. */
  default void resume() {}

  /** Traffic has ended for now. */
  default void pause() {}

  @Override
  default void close() {}
}
