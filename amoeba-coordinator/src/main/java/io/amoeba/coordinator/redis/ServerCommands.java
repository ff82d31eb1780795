package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Commands to the servers of the last look, to primaries by id; those for several hash slots are
 * sent at once. Every failure is a {@link ClusterFailure}. Confined to one thread.
 */
final class ServerCommands {

  /** A command for one hash slot. */
  interface Command<T> {
    RedisFuture<T> send(RedisAsyncCommands<byte[], byte[]> redis, int hashSlot);
  }

  /** What an error says that the command for a hash slot was answered with. */
  interface Refusal {
    ClusterFailure of(int hashSlot, String error);
  }

  private final RedisNodes nodes;
  private final Duration timeout;

  /** A connection ends with its process. */
  private final Map<StatefulRedisConnection<byte[], byte[]>, RunningServer> running =
      new WeakHashMap<>();

  ServerCommands(RedisNodes nodes, Duration timeout) {
    this.nodes = nodes;
    this.timeout = timeout;
  }

  /** Where a primary is. */
  ServerAddress address(String primary) {
    return nodes
        .primary(primary)
        .orElseThrow(
            () ->
                new ClusterFailure(
                    ClusterFailure.Kind.UNREACHABLE,
                    primary + " was no primary at the last reading"));
  }

  /** What a primary's process says of itself. */
  RunningServer running(String primary) {
    return running.computeIfAbsent(
        connection(address(primary), "INFO server"),
        connection ->
            RunningServer.read(ask(primary, "INFO server", redis -> redis.info("server"))));
  }

  private StatefulRedisConnection<byte[], byte[]> connection(ServerAddress server, String command) {
    return nodes
        .open(server)
        .orElseThrow(() -> unanswered(server, command, "the connection is closed"));
  }

  /** Sends a primary one command and waits for its answer. */
  <T> T ask(String primary, String what, Function<RedisCommands<byte[], byte[]>, T> command) {
    return ask(address(primary), what, command);
  }

  /** Sends a server one command and waits until it has answered. */
  void tell(ServerAddress server, String what, Consumer<RedisCommands<byte[], byte[]>> command) {
    var unused =
        ask(
            server,
            what,
            redis -> {
              command.accept(redis);
              return what;
            });
  }

  private <T> T ask(
      ServerAddress server, String what, Function<RedisCommands<byte[], byte[]>, T> command) {
    StatefulRedisConnection<byte[], byte[]> connection = connection(server, what);
    try {
      return command.apply(connection.sync());
    } catch (RedisCommandExecutionException e) {
      throw ClusterAdminErrors.of(what, server.toString(), Objects.toString(e.getMessage()));
    } catch (RedisException e) {
      throw lost(server, what, e);
    }
  }

  /** Sends a CLUSTER command of these words and waits for its answer. */
  <T> @Nullable T cluster(
      String primary, List<String> words, CommandOutput<byte[], byte[], T> output) {
    CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE);
    words.forEach(arguments::add);
    return ask(
        primary,
        "CLUSTER " + String.join(" ", words),
        redis -> redis.dispatch(CommandType.CLUSTER, output, arguments));
  }

  /**
   * Sends a command for each hash slot, and waits for all answers.
   *
   * @param what the command, with {@code %d} in place of the hash slot
   */
  <T> List<T> askEach(String primary, String what, List<Integer> hashSlots, Command<T> command) {
    return await(primary, what, hashSlots, send(primary, what, hashSlots, command));
  }

  /**
   * Sends a command for each hash slot, without waiting for an answer.
   *
   * @param what the command, with {@code %d} in place of the hash slot
   */
  <T> List<RedisFuture<T>> send(
      String primary, String what, List<Integer> hashSlots, Command<T> command) {
    if (hashSlots.isEmpty()) {
      return List.of();
    }
    RedisAsyncCommands<byte[], byte[]> redis =
        connection(address(primary), what.formatted(hashSlots.get(0))).async();
    return hashSlots.stream().map(hashSlot -> command.send(redis, hashSlot)).toList();
  }

  /** Waits for all; throws for the first one that was refused. */
  <T> List<T> await(
      String primary, String what, List<Integer> hashSlots, List<RedisFuture<T>> sent) {
    String address = address(primary).toString();
    try {
      return await(
          hashSlots,
          sent,
          timeout,
          (hashSlot, error) -> ClusterAdminErrors.of(what.formatted(hashSlot), address, error));
    } catch (RedisException e) {
      throw lost(primary, what.formatted(hashSlots.get(0)), e);
    }
  }

  /**
   * Waits for all; throws for the first one that was refused.
   *
   * @throws RedisException if the primary does not answer
   */
  <T> List<T> await(
      List<Integer> hashSlots, List<RedisFuture<T>> sent, Duration longest, Refusal refusal) {
    List<T> answers = new ArrayList<>();
    List<ClusterFailure> refused = new ArrayList<>();
    for (int i = 0; i < sent.size(); i++) {
      try {
        answers.add(
            LettuceFutures.awaitOrCancel(sent.get(i), longest.toNanos(), TimeUnit.NANOSECONDS));
      } catch (RedisCommandExecutionException e) {
        refused.add(refusal.of(hashSlots.get(i), Objects.toString(e.getMessage())));
      }
    }
    if (!refused.isEmpty()) {
      throw refused.get(0);
    }
    return answers;
  }

  /** Gives up a connection whose answers can no longer be told apart. */
  ClusterFailure lost(String primary, String command, RuntimeException cause) {
    return lost(address(primary), command, cause);
  }

  private ClusterFailure lost(ServerAddress server, String command, RuntimeException cause) {
    nodes.disconnect(server);
    return unanswered(server, command, RedisLogin.rootMessage(cause));
  }

  private static ClusterFailure unanswered(ServerAddress server, String command, String reason) {
    return new ClusterFailure(
        ClusterFailure.Kind.UNREACHABLE,
        "%s did not answer %s: %s".formatted(server, command, reason),
        "start it again, or wait for the failover");
  }
}
