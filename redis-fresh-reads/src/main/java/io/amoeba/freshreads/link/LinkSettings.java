package io.amoeba.freshreads.link;

import io.amoeba.freshreads.proof.Heartbeat;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.ReadOnlyCommands.ReadOnlyPredicate;

/** What all connections to replicas have in common. Immutable. */
public final class LinkSettings<K, V> {
  private final NodeConnector connector;
  private final RedisCodec<K, V> codec;
  private final Heartbeat heartbeat;
  private final CommandRules rules;

  /**
   * @param alsoReads the application's own list of commands that read
   * @param absentFromReplica whether a replica's answer without a value is trusted
   */
  public LinkSettings(
      NodeConnector connector,
      RedisCodec<K, V> codec,
      Heartbeat heartbeat,
      ReadOnlyPredicate alsoReads,
      boolean absentFromReplica) {
    this.connector = connector;
    this.codec = codec;
    this.heartbeat = heartbeat;
    this.rules = new CommandRules(alsoReads, absentFromReplica);
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
}
