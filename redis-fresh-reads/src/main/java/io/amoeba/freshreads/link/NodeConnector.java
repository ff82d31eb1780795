package io.amoeba.freshreads.link;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import java.util.concurrent.CompletionStage;

/**
 * Opens connections to single nodes. A connection leads to one server process and ends with it.
 * Safe for concurrent use.
 */
public interface NodeConnector {

  /** Connects to the node. */
  <K, V> CompletionStage<StatefulRedisConnection<K, V>> connect(
      RedisCodec<K, V> codec, RedisURI node);

  /** What its connections are opened with. */
  ClientOptions options();
}
