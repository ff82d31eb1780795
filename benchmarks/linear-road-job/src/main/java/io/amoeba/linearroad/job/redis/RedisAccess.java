package io.amoeba.linearroad.job.redis;

import io.amoeba.freshreads.FreshReadsConfig;
import io.amoeba.redis.ColocatedRedisConfig;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * How functions use Redis. Immutable.
 *
 * @param batch how many requests are sent together; 1: one round trip per record
 * @param freshReads of requests that replicas may answer; null: primaries answer them
 */
public record RedisAccess(
    ColocatedRedisConfig config, int batch, @Nullable FreshReadsConfig freshReads)
    implements Serializable {
  /** The same, by primaries alone. */
  public RedisAccess ofPrimaries() {
    return new RedisAccess(config, batch, null);
  }
}
