package io.amoeba.freshreads.read;

import io.lettuce.core.RedisAsyncCommandsImpl;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A server at the other end of one connection, which answers when the test says so. It writes
 * heartbeats itself and shows them to probes at once. Confined to the test's thread.
 */
final class InMemoryNode {
  private static final String HEARTBEAT_KEYS = "amoeba:fresh:";

  private final Deque<RedisCommand<?, ?, ?>> reads = new ArrayDeque<>();
  private final List<String> heartbeats = new ArrayList<>();
  private final StatefulRedisConnection<String, String> connection = newConnection();
  private @Nullable String shown;
  private @Nullable String refusal;
  private @Nullable String info;
  private String clusterState = "ok";
  private boolean open = true;

  /** The connection that leads to it. */
  StatefulRedisConnection<String, String> connection() {
    return connection;
  }

  /** The heartbeats that it took, in this order. */
  List<String> heartbeats() {
    return heartbeats;
  }

  /** What the next probe finds. */
  void show(@Nullable String heartbeat) {
    shown = heartbeat;
  }

  /** Answers heartbeats by this error from now on. */
  void refuseHeartbeats(String error) {
    refusal = error;
  }

  /** Takes heartbeats from now on. */
  void takeHeartbeats() {
    refusal = null;
  }

  /** What INFO replication tells from now on; null: the user may not ask. */
  void tell(@Nullable String replication) {
    info = replication;
  }

  /** The cluster state that it knows from now on. */
  void clusterState(String state) {
    clusterState = state;
  }

  /** How many reads wait for an answer. */
  int waiting() {
    return reads.size();
  }

  /** Answers the oldest read. */
  void answer(@Nullable String value) {
    RedisCommand<?, ?, ?> read = reads.remove();
    read.getOutput().set(value == null ? null : bytes(value));
    read.complete();
  }

  /** Answers the oldest read by an error. */
  void fail(String error) {
    RedisCommand<?, ?, ?> read = reads.remove();
    read.getOutput().setError(error);
    read.complete();
  }

  /** Ends the connection and all that waits on it. */
  void disconnect() {
    open = false;
    while (!reads.isEmpty()) {
      reads.remove().completeExceptionally(new RedisConnectionException("reset"));
    }
  }

  private void take(RedisCommand<?, ?, ?> command) {
    String args = command.getArgs() == null ? "" : command.getArgs().toCommandString();
    CommandOutput<?, ?, ?> output = command.getOutput();
    if (!open) {
      command.completeExceptionally(new RedisConnectionException("closed"));
    } else if (command.getType() == CommandType.READONLY) {
      output.set(bytes("OK"));
      command.complete();
    } else if (command.getType() == CommandType.INFO) {
      if (info == null) {
        output.setError("NOPERM this user has no permissions to run the 'info' command");
      } else {
        output.set(bytes(info));
      }
      command.complete();
    } else if (command.getType() == CommandType.CLUSTER) {
      output.set(bytes("cluster_state:" + clusterState + "\r\ncluster_size:3\r\n"));
      command.complete();
    } else if (command.getType() == CommandType.SET) {
      heartbeats.add(heartbeat(args));
      if (refusal == null) {
        output.set(bytes("OK"));
      } else {
        output.setError(refusal);
      }
      command.complete();
    } else if (isProbe(command)) {
      output.set(shown == null ? null : bytes(shown));
      command.complete();
    } else {
      reads.add(command);
    }
  }

  private static boolean isProbe(RedisCommand<?, ?, ?> command) {
    // toCommandString shows plain bytes in Base64.
    String args = command.getArgs().toCommandString();
    String plain = new String(decoded(args), StandardCharsets.UTF_8);
    return args.contains(HEARTBEAT_KEYS) || plain.startsWith(HEARTBEAT_KEYS);
  }

  private static byte[] decoded(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private static String heartbeat(String args) {
    return args.substring(args.indexOf("value<") + "value<".length(), args.indexOf("> PX"));
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @SuppressWarnings("unchecked")
  private StatefulRedisConnection<String, String> newConnection() {
    Map<String, Object> answers = Map.of("closeAsync", CompletableFuture.completedFuture(null));
    return (StatefulRedisConnection<String, String>)
        Proxy.newProxyInstance(
            InMemoryNode.class.getClassLoader(),
            new Class<?>[] {StatefulRedisConnection.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "dispatch" -> {
                    take((RedisCommand<?, ?, ?>) args[0]);
                    yield args[0];
                  }
                  case "async" ->
                      new RedisAsyncCommandsImpl<>(
                          (StatefulRedisConnection<String, String>) proxy, StringCodec.UTF8);
                  case "isOpen" -> open;
                  default -> answers.get(method.getName());
                });
  }
}
