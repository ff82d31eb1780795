package io.amoeba.embedded.redis;

import io.amoeba.embedded.process.ConfigResource;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.process.ServerProcess;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Starts redis-server processes, each with its own loopback address and folder. Confined to its
 * owner's lock.
 */
final class RedisProcesses {
  /** Until then a server binds its connections to the address on which it listens. */
  private static final int FIRST_WITH_SOURCE_ADDRESS = 7;

  private final ServerLauncher launcher;
  private final RedisSettings settings;
  private final FreePorts ports;
  private final RedisBinary binary;
  private final @Nullable ServerNetwork network;
  private final Map<Integer, Integer> portOfNode = new LinkedHashMap<>();

  RedisProcesses(ServerLauncher launcher, RedisSettings settings, FreePorts ports) {
    this.launcher = launcher;
    this.settings = settings;
    this.ports = ports;
    this.binary = settings.program(launcher.runFolder().subfolder("redis"));
    this.network = settings.disturbable() ? new ServerNetwork(ports) : null;
  }

  /** Gives all these hosts the same port. */
  void reservePort(List<String> hosts) {
    int port = ports.next(hosts, FreePorts.REDIS_BUS_OFFSET);
    for (int node = 1; node <= hosts.size(); node++) {
      portOfNode.put(node, port);
    }
  }

  /** What the servers reach each other through; null: nothing. */
  @Nullable ServerNetwork network() {
    return network;
  }

  /** A restarted node has its old port and identity. */
  RedisServer launch(int node, String host) {
    int port =
        portOfNode.computeIfAbsent(
            node, absent -> ports.next(List.of(host), FreePorts.REDIS_BUS_OFFSET));
    Path folder = launcher.runFolder().subfolder("redis/" + node);
    Path data = settings.dataFolders().map(of -> of.apply(node)).orElse(folder);
    Path config = ConfigResource.write(folder.resolve("redis.conf"), lines(host, port, data));
    ServerProcess process =
        launcher.start(
            ServerKind.REDIS,
            "redis-" + node,
            List.of(binary.executable().toString(), config.toString()));
    return new RedisServer(node, host, port, process);
  }

  private List<String> lines(String host, int port, Path data) {
    Map<String, String> config =
        ConfigResource.properties(RedisProcesses.class, "redis.properties");
    config.put("port", Integer.toString(port));
    config.put("bind", host);
    config.put("dir", '"' + data.toString() + '"');
    config.put("cluster-announce-ip", host);
    if (settings.replicas() > 0) {
      config.put("repl-diskless-sync-delay", "0"); // all replicas are there at once
    }
    // The network, and a primary, know a server by the address from which it connects.
    if ((network != null || settings.replicas() > 0)
        && binary.majorVersion() >= FIRST_WITH_SOURCE_ADDRESS) {
      config.put("bind-source-addr", host);
    }
    if (network != null) {
      int announced = network.announce(host, port);
      config.put("cluster-announce-port", Integer.toString(announced));
      config.put(
          "cluster-announce-bus-port", Integer.toString(announced + FreePorts.REDIS_BUS_OFFSET));
    }
    config.putAll(settings.config());
    return config.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .toList();
  }
}
