package io.amoeba.freshreads.link;

import io.amoeba.freshreads.proof.Heartbeat;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.RedisCodec;

/** What the connections to all nodes have in common. Immutable. */
public final class LinkSettings<K, V> {
  private final NodeConnector connector;
  private final RedisCodec<K, V> codec;
  private final Heartbeat heartbeat;
  private final CommandRules rules;
  private final boolean clusterMode;

  public LinkSettings(
      NodeConnector connector,
      RedisCodec<K, V> codec,
      Heartbeat heartbeat,
      CommandRules rules,
      boolean clusterMode) {
    this.connector = connector;
    this.codec = codec;
    this.heartbeat = heartbeat;
    this.rules = rules;
    this.clusterMode = clusterMode;
  }

  /** The commands that read, over a connection that follows redirections to primaries. */
  public RedisClusterAsyncCommands<K, V> onPrimaries(StatefulConnection<K, V> connection) {
    return ReadCommands.onPrimaries(connection, codec, connector.options(), rules);
  }

  NodeConnector connector() {
    return connector;
  }

  RedisCodec<K, V> codec() {
    return codec;
  }

  public Heartbeat heartbeat() {
    return heartbeat;
  }

  CommandRules rules() {
    return rules;
  }

  boolean clusterMode() {
    return clusterMode;
  }
}
