package io.amoeba.freshreads.checks;

import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Redis servers without cluster mode, of which the first is the primary. Confined to one thread.
 */
final class ReplicatedServers implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final LaunchedServers launched;
  private final List<RedisServer> servers = new ArrayList<>();

  private ReplicatedServers(Path folder) {
    this.launched = new LaunchedServers(folder, RedisClient.create(), RedisServer::uri);
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
    int port = launched.freePort();
    List<String> all = new ArrayList<>(List.of("--port", Integer.toString(port)));
    all.addAll(List.of(options));
    return launched.launch(servers.size() + 1, port, all);
  }

  RedisServer server(int node) {
    return servers.get(node - 1);
  }

  List<RedisURI> uris() {
    return servers.stream().map(RedisServer::uri).toList();
  }

  RedisCommands<String, String> on(RedisServer server) {
    return launched.on(server);
  }

  /** Makes a server the primary of the others by hand, and waits until they follow it. */
  void lead(RedisServer primary) {
    promote(primary);
    for (RedisServer other : servers) {
      if (!other.equals(primary)) {
        replicate(other, primary);
      }
    }
    for (RedisServer other : servers) {
      if (!other.equals(primary)) {
        awaitInfo(other, "master_port:" + primary.port());
        awaitInfo(other, "master_link_status:up");
      }
    }
  }

  /** Lets a server follow another one. */
  void replicate(RedisServer server, RedisServer primary) {
    Words.send(on(server), "REPLICAOF %s %d".formatted(primary.host(), primary.port()));
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
    launched.close();
  }
}
