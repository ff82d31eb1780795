package io.amoeba.redis;

import io.amoeba.freshreads.FreshReads;
import io.amoeba.freshreads.FreshReadsConfig;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.RedisCodec;
import java.util.Objects;

/** What operators have in common that share fresh reads of one client. Immutable. */
final class FreshReadsKey<K, V> {
  private final RedisCodec<K, V> codec;
  private final FreshReadsConfig config;

  FreshReadsKey(RedisCodec<K, V> codec, FreshReadsConfig config) {
    this.codec = codec;
    this.config = config;
  }

  FreshReads<K, V> open(RedisClusterClient client) {
    return FreshReads.open(client, codec, config);
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof FreshReadsKey)) {
      return false;
    }
    FreshReadsKey<?, ?> that = (FreshReadsKey<?, ?>) other;
    return codec.equals(that.codec) && config.equals(that.config);
  }

  @Override
  public int hashCode() {
    return Objects.hash(codec, config);
  }
}
