/**
 * Connections of a Flink operator to Redis Cluster that know which hash slots live on its own host:
 * {@link io.amoeba.redis.BlockingRedis} for one request at a time, {@link
 * io.amoeba.redis.ColocatedRedis} for many under way, with {@link io.amoeba.redis.FreshRedis} for
 * reads that replicas may answer. All are confined to the operator's task thread; what operators
 * share behind them is safe for concurrent use.
 */
@NullMarked
package io.amoeba.redis;

import org.jspecify.annotations.NullMarked;
