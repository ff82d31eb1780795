package io.amoeba.linearroad.job.redis;

import io.amoeba.redis.ColocatedRedisConfig;
import java.io.Serializable;

/**
 * How functions use Redis: the cluster, and how many requests are sent together (1: one round trip
 * per record). Immutable.
 */
public record RedisAccess(ColocatedRedisConfig config, int batch) implements Serializable {}
