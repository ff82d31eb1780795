package io.amoeba.freshreads.link;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.RedisCodec;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The application's servers: which shards they form, and lettuce's own way to the primaries. Safe
 * for concurrent use.
 */
public interface Deployment extends AutoCloseable {

  /** The shards as they are known now. */
  Topology topology();

  /** Looks at the servers again. Belongs to the timer's thread. */
  CompletionStage<?> refresh();

  /** How often to look again without a reason; {@link Long#MAX_VALUE} where the client does so. */
  long refreshNanos();

  /** Lets a listener know of changes that were found without {@link #refresh}. */
  void onChange(Runnable listener);

  /**
   * Connects to the primaries by the application's client.
   *
   * @param reading the commands that read, over a connection
   */
  <K, V> PrimaryCommands<K, V> primaries(
      RedisCodec<K, V> codec,
      Function<StatefulConnection<K, V>, RedisClusterAsyncCommands<K, V>> reading);

  /** Ends what was opened to look at the servers; the application's client stays open. */
  @Override
  void close();
}
