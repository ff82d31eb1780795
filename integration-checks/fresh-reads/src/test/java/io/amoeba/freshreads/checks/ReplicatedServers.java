package io.amoeba.freshreads.checks;

import static org.awaitility.Awaitility.await;

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

/**
 * Redis servers without cluster mode, of which the first is the primary. Confined to one thread.
 */
final class ReplicatedServers implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final RunFolder runFolder;
  private final ServerLauncher launcher;
  private final RedisBinary binary;
  private final FreePorts ports = new FreePorts(new Random());
  private final RedisClient client = RedisClient.create();
  private final Map<RedisServer, StatefulRedisConnection<String, String>> connections =
      new ConcurrentHashMap<>();
  private final List<RedisServer> servers = new ArrayList<>();

  private ReplicatedServers(Path folder) {
    this.runFolder = RunFolder.create(folder, /* keep= */ false);
    this.launcher = ServerLauncher.open(runFolder, ended -> {});
    this.binary = RedisBinary.find(runFolder.subfolder("redis"));
  }

  static ReplicatedServers start(Path folder, int replicas) {
    ReplicatedServers started = new ReplicatedServers(folder);
    boolean complete = false;
    try {
      for (int i = 0; i <= replicas; i++) {
        started.servers.add(started.launch());
      }
      started.lead(started.servers.get(0));
      complete = true;
      return started;
    } finally {
      if (!complete) {
        started.close();
      }
    }
  }

  /** Starts one more server, which replicates nothing and belongs to no list. */
  RedisServer launch(String... options) {
    int port = ports.next(HOST);
    Path own = runFolder.subfolder("redis/" + port);
    List<String> command = new ArrayList<>(List.of(binary.executable().toString()));
    command.addAll(List.of("--port", "" + port, "--bind", HOST, "--dir", own.toString()));
    command.addAll(List.of("--save", "", "--repl-diskless-sync-delay", "0"));
    command.addAll(List.of(options));
    ServerProcess process = launcher.start(ServerKind.REDIS, "redis-" + port, command);
    RedisServer server = new RedisServer(servers.size() + 1, HOST, port, process);
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

  RedisServer server(int node) {
    return servers.get(node - 1);
  }

  List<RedisURI> uris() {
    return servers.stream().map(RedisServer::uri).toList();
  }

  RedisCommands<String, String> on(RedisServer server) {
    return connections.computeIfAbsent(server, absent -> client.connect(server.uri())).sync();
  }

  /** Makes a server the primary of the others by hand, and waits until they follow it. */
  void lead(RedisServer primary) {
    promote(primary);
    for (RedisServer other : servers) {
      if (!other.equals(primary)) {
        Words.send(on(other), "REPLICAOF %s %d".formatted(HOST, primary.port()));
      }
    }
    for (RedisServer other : servers) {
      if (!other.equals(primary)) {
        awaitInfo(other, "master_port:" + primary.port());
        awaitInfo(other, "master_link_status:up");
      }
    }
  }

  /** Makes a server a primary, whatever the others are. */
  void promote(RedisServer server) {
    Words.send(on(server), "REPLICAOF NO ONE");
  }

  private void awaitInfo(RedisServer server, String line) {
    await().atMost(PATIENCE).until(() -> on(server).info("replication").contains(line));
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
