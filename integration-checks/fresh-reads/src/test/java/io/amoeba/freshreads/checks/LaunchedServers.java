package io.amoeba.freshreads.checks;

import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.RunFolder;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.embedded.redis.RedisBinary;
import io.amoeba.embedded.redis.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Redis processes that this starts one by one, and the administrator's connections to them. It ends
 * with all of them. Starting is confined to one thread.
 */
final class LaunchedServers implements AutoCloseable {
  static final String HOST = "127.0.0.1";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final RunFolder runFolder;
  private final ServerLauncher launcher;
  private final RedisBinary binary;
  private final FreePorts ports = new FreePorts(new Random());
  private final RedisClient client;
  private final Function<RedisServer, RedisURI> login;
  private final Map<RedisServer, StatefulRedisConnection<String, String>> connections =
      new ConcurrentHashMap<>();

  /**
   * None yet.
   *
   * @param client of the administrator, closed with the servers
   * @param login how the administrator reaches a server
   */
  LaunchedServers(Path folder, RedisClient client, Function<RedisServer, RedisURI> login) {
    this.runFolder = RunFolder.create(folder, /* keep= */ false);
    this.launcher = ServerLauncher.open(runFolder, ended -> {});
    this.binary = RedisBinary.find(runFolder.subfolder("redis"));
    this.client = client;
    this.login = login;
  }

  /** A port whose bus port is free, too. */
  int freePort() {
    return ports.next(List.of(HOST), FreePorts.REDIS_BUS_OFFSET);
  }

  /**
   * Starts a server, and waits until it answers the administrator.
   *
   * @param options beside its address and folder
   */
  RedisServer launch(int node, int port, List<String> options) {
    Path own = runFolder.subfolder("redis/" + port);
    List<String> command = new ArrayList<>(List.of(binary.executable().toString()));
    command.addAll(List.of("--bind", HOST, "--dir", own.toString(), "--save", ""));
    command.addAll(List.of("--repl-diskless-sync-delay", "0"));
    command.addAll(options);
    ServerProcess process = launcher.start(ServerKind.REDIS, "redis-" + port, command);
    RedisServer server = new RedisServer(node, HOST, port, process);
    process.awaitReady(PATIENCE, () -> answers(server));
    return server;
  }

  private boolean answers(RedisServer server) {
    try {
      return "PONG".equals(on(server).ping());
    } catch (RedisException e) {
      return false; // not yet
    }
  }

  /** Commands of the administrator to one server. */
  RedisCommands<String, String> on(RedisServer server) {
    return connections
        .computeIfAbsent(server, absent -> client.connect(login.apply(server)))
        .sync();
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    try {
      launcher.close();
    } finally {
      runFolder.close();
    }
  }
}
