package io.amoeba.freshreads.link;

import io.amoeba.freshreads.FreshReadsException;
import io.lettuce.core.AbstractRedisAsyncCommands;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.RedisCommand;

/**
 * lettuce's commands on one connection, of which only those that read are sent. Safe for concurrent
 * use.
 */
final class ReadCommands<K, V> extends AbstractRedisAsyncCommands<K, V> {
  private final CommandRules rules;
  private final boolean onReplica;

  private ReadCommands(
      StatefulConnection<K, V> connection,
      RedisCodec<K, V> codec,
      ClientOptions options,
      CommandRules rules,
      boolean onReplica) {
    super(connection, codec, options.getJsonParser());
    this.rules = rules;
    this.onReplica = onReplica;
  }

  static <K, V> ReadCommands<K, V> onReplica(
      StatefulConnection<K, V> connection,
      RedisCodec<K, V> codec,
      ClientOptions options,
      CommandRules rules) {
    return new ReadCommands<>(connection, codec, options, rules, /* onReplica= */ true);
  }

  static <K, V> ReadCommands<K, V> onPrimaries(
      StatefulConnection<K, V> connection,
      RedisCodec<K, V> codec,
      ClientOptions options,
      CommandRules rules) {
    return new ReadCommands<>(connection, codec, options, rules, /* onReplica= */ false);
  }

  @Override
  public <T> AsyncCommand<K, V, T> dispatch(RedisCommand<K, V, T> command) {
    CommandRules.Target target = rules.target(command);
    if (target == CommandRules.Target.REPLICA_OR_PRIMARY
        || (target == CommandRules.Target.PRIMARY && !onReplica)) {
      return super.dispatch(command);
    }
    AsyncCommand<K, V, T> unsent = new AsyncCommand<>(command);
    unsent.completeExceptionally(
        target == CommandRules.Target.PRIMARY
            ? new PrimaryOnlyCommandException()
            : refusal(command));
    return unsent;
  }

  private static FreshReadsException refusal(RedisCommand<?, ?, ?> command) {
    return new RefusedCommandException(
        command.getType()
            + " is not a command that only reads, so fresh reads did not send it: send writes over"
            + " a connection of your own. If it reads, add it to readOnlyCommands of the"
            + " ClusterClientOptions");
  }
}
