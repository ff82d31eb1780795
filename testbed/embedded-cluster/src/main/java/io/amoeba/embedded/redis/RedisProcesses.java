package io.amoeba.embedded.redis;

import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Starts redis-server processes, each with its own loopback address and folder. Confined to its
 * owner's lock.
 */
final class RedisProcesses {
  // Time until a dead node is noticed; the default of 15 s would make fault experiments slow.
  private static final int NODE_TIMEOUT_MILLIS = 3_000;

  private final ServerLauncher launcher;
  private final RedisSettings settings;
  private final FreePorts ports;
  private final Path executable;
  private final Map<Integer, Integer> portOfNode = new LinkedHashMap<>();

  RedisProcesses(ServerLauncher launcher, RedisSettings settings, FreePorts ports) {
    this.launcher = launcher;
    this.settings = settings;
    this.ports = ports;
    this.executable =
        settings
            .executable()
            .orElseGet(
                () -> RedisBinary.find(launcher.runFolder().subfolder("redis")).executable());
  }

  /** Gives all these hosts the same port. */
  void reservePort(List<String> hosts) {
    int port = ports.next(hosts, FreePorts.REDIS_BUS_OFFSET);
    for (int node = 1; node <= hosts.size(); node++) {
      portOfNode.put(node, port);
    }
  }

  /** A restarted node has its old port and identity. */
  RedisServer launch(int node, String host) {
    int port =
        portOfNode.computeIfAbsent(
            node, absent -> ports.next(List.of(host), FreePorts.REDIS_BUS_OFFSET));
    Path folder = launcher.runFolder().subfolder("redis/" + node);
    Path config = folder.resolve("redis.conf");
    try {
      Files.write(config, lines(host, port, folder));
    } catch (IOException e) {
      throw new ServerException("Cannot write " + config, e);
    }
    ServerProcess process =
        launcher.start(
            ServerKind.REDIS, "redis-" + node, List.of(executable.toString(), config.toString()));
    return new RedisServer(node, host, port, process);
  }

  private List<String> lines(String host, int port, Path folder) {
    Map<String, String> config = new LinkedHashMap<>();
    config.put("port", Integer.toString(port));
    config.put("bind", host);
    config.put("dir", '"' + folder.toString() + '"');
    config.put("cluster-enabled", "yes");
    config.put("cluster-announce-ip", host);
    config.put("cluster-node-timeout", Integer.toString(NODE_TIMEOUT_MILLIS));
    config.put("save", "\"\"");
    config.put("appendonly", "no");
    config.put("protected-mode", "no");
    config.putAll(settings.config());
    List<String> lines = new ArrayList<>();
    config.forEach((key, value) -> lines.add(key + " " + value));
    return lines;
  }
}
