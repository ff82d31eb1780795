package io.amoeba.freshreads.link;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.PipelinedRedisFuture;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A server that tells its ROLE over connections that end or hang as the test says. */
final class InMemoryServer {
  private final List<Connection> connections = new ArrayList<>();
  private final List<CompletableFuture<StatefulRedisConnection<String, String>>> delayed =
      new ArrayList<>();
  private List<Object> role = List.of();
  private boolean delays;
  private boolean refuses;
  private boolean refusesQuestions;
  private boolean hangs;
  private boolean resets;

  InMemoryServer() {
    isReplica();
  }

  void isReplica() {
    role = List.of("slave", "127.0.0.1", 6379L, "connected", 1L);
  }

  void isPrimaryOf(int replicas) {
    role = List.of("master", 1L, Collections.nCopies(replicas, List.of("127.0.0.1", "6390", "1")));
  }

  /** New connections open when the test says so. */
  void delayConnections() {
    delays = true;
  }

  /** How many connections are still being opened. */
  int delayed() {
    return delayed.size();
  }

  void openDelayedConnections() {
    delays = false;
    delayed.forEach(waiting -> waiting.complete(opened()));
    delayed.clear();
  }

  void refuseConnections() {
    refuses = true;
  }

  void endConnections() {
    List.copyOf(connections).forEach(Connection::end);
  }

  /** As lettuce tells it: the command fails first, and then the connection ends. */
  void resetAtTheNextQuestion() {
    resets = true;
  }

  /** Answers nothing any more. */
  void hang() {
    hangs = true;
  }

  void refuseQuestions() {
    refusesQuestions = true;
  }

  CompletableFuture<StatefulRedisConnection<String, String>> connect() {
    if (refuses) {
      return CompletableFuture.failedFuture(new RedisConnectionException("refused"));
    }
    if (delays) {
      CompletableFuture<StatefulRedisConnection<String, String>> waiting =
          new CompletableFuture<>();
      delayed.add(waiting);
      return waiting;
    }
    return CompletableFuture.completedFuture(opened());
  }

  private StatefulRedisConnection<String, String> opened() {
    Connection connection = new Connection();
    connections.add(connection);
    return connection.facade;
  }

  private RedisFuture<List<Object>> tell() {
    CompletableFuture<List<Object>> told = new CompletableFuture<>();
    if (resets) {
      resets = false;
      told.completeExceptionally(new IOException("Connection reset by peer"));
    } else if (refusesQuestions) {
      told.completeExceptionally(new RedisCommandExecutionException("NOPERM"));
    } else if (!hangs) {
      told.complete(role);
    }
    return new PipelinedRedisFuture<>(told);
  }

  private final class Connection {
    private final List<RedisConnectionStateListener> listeners = new ArrayList<>();
    private final StatefulRedisConnection<String, String> facade = facade();
    private boolean open = true;

    void end() {
      open = false;
      connections.remove(this);
      listeners.forEach(listener -> listener.onRedisDisconnected(null));
    }

    @SuppressWarnings("unchecked")
    private StatefulRedisConnection<String, String> facade() {
      RedisAsyncCommands<String, String> commands =
          (RedisAsyncCommands<String, String>)
              Proxy.newProxyInstance(
                  InMemoryServer.class.getClassLoader(),
                  new Class<?>[] {RedisAsyncCommands.class},
                  (proxy, method, args) -> {
                    if (method.getName().equals("role")) {
                      return tell();
                    }
                    throw new UnsupportedOperationException(method.getName());
                  });
      return (StatefulRedisConnection<String, String>)
          Proxy.newProxyInstance(
              InMemoryServer.class.getClassLoader(),
              new Class<?>[] {StatefulRedisConnection.class},
              (proxy, method, args) ->
                  switch (method.getName()) {
                    case "async" -> commands;
                    case "isOpen" -> open;
                    case "addListener" -> {
                      listeners.add((RedisConnectionStateListener) args[0]);
                      yield null;
                    }
                    case "closeAsync" -> {
                      open = false;
                      yield CompletableFuture.completedFuture(null);
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                  });
    }
  }
}
