/**
 * A connection of a Flink operator to Redis Cluster that knows which hash slots live on its own
 * host. A {@link io.amoeba.redis.ColocatedRedis} is confined to the operator's task thread; what
 * operators share behind it is safe for concurrent use.
 */
@NullMarked
package io.amoeba.redis;

import org.jspecify.annotations.NullMarked;
