package io.amoeba.coordinator.checks;

import io.amoeba.embedded.redis.RedisBinary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A command that starts a Redis server when it is let go, and returns when that answers. Closing
 * ends the servers. Immutable.
 *
 * @param folder where it notes what it does
 */
record SlowStart(Path folder, int port) implements AutoCloseable {

  /** Writes the command. */
  static SlowStart in(Path folder, int port) throws IOException {
    Files.writeString(
        folder.resolve("start-redis"),
        """
        cd %1$s
        mkdir runs || { touch twice; exit 9; }
        waiting() { until "$@"; do [ -d runs ] || exit 9; sleep 0.1; done; }
        waiting [ -e go ]
        %2$s --bind $1 --cluster-announce-ip $1 --port $2 --cluster-enabled yes --cluster-config-file nodes-$2 --save '' --logfile redis.log &
        echo $! >> servers
        waiting grep -q 'Ready to accept connections' redis.log
        rmdir runs
        """
            .formatted(folder, RedisBinary.find(folder).executable()));
    return new SlowStart(folder, port);
  }

  /** A rule for {@link HalfMovedStore#start}. */
  String rule() {
    return ", growth: {servers: command, port: %d, command: [/bin/sh, '%s', '{host}', '{port}']}"
        .formatted(port, folder.resolve("start-redis"));
  }

  boolean isRunning() {
    return Files.exists(folder.resolve("runs"));
  }

  /** Whether it ran twice at the same time. */
  boolean ranTwice() {
    return Files.exists(folder.resolve("twice"));
  }

  void letGo() throws IOException {
    Files.writeString(folder.resolve("go"), "");
  }

  /** The pids of the servers that it has started. */
  List<String> servers() throws IOException {
    Path servers = folder.resolve("servers");
    return Files.exists(servers) ? Files.readAllLines(servers) : List.of();
  }

  @Override
  public void close() throws IOException {
    for (String pid : servers()) {
      ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
