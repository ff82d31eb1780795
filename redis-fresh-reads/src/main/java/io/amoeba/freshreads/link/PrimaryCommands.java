package io.amoeba.freshreads.link;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;

/** Commands that read at primaries, over connections of lettuce. Safe for concurrent use. */
public interface PrimaryCommands<K, V> extends AutoCloseable {

  /** The commands to use for the next read. */
  RedisClusterAsyncCommands<K, V> commands();

  /** Takes changed shards. Belongs to the timer's thread. */
  void follow(Topology topology);

  @Override
  void close();
}
