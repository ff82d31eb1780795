package io.amoeba.embedded.flink;

import io.amoeba.embedded.process.ConfigResource;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.process.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The ZooKeeper that every Flink distribution has on its class path; JobManagers keep jobs in it.
 */
final class ZooKeeperServer {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(3);
  private static final String MAIN =
      "org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.server.ZooKeeperServerMain";

  /** The shortest session timeout is two ticks. */
  private static final int TICK_MILLIS = 500;

  private static final int SESSION_MILLIS = 5_000;
  private static final int SOCKET_MILLIS = 2_000;

  private ZooKeeperServer() {}

  /** Starts one, waits until it answers, and returns the Flink configuration that uses it. */
  static Map<String, String> start(
      ServerLauncher launcher, List<String> classPath, FreePorts ports, Path flinkFolder) {
    int port = ports.next(FlinkConfigFile.HOST);
    Path folder = launcher.runFolder().subfolder("zookeeper");
    Path config =
        ConfigResource.write(
            folder.resolve("zoo.cfg"),
            List.of(
                "tickTime=" + TICK_MILLIS,
                "dataDir=" + folder.resolve("data"),
                "clientPortAddress=" + FlinkConfigFile.HOST,
                "clientPort=" + port,
                "admin.enableServer=false",
                "4lw.commands.whitelist=ruok"));
    JavaCommand java =
        new JavaCommand(
            List.of("-Xmx64m", "-XX:+UseSerialGC", JavaCommand.QUICK_START),
            classPath,
            MAIN,
            List.of(config.toString()));
    ServerProcess started = launcher.start(ServerKind.ZOOKEEPER, "zookeeper", java.words());
    started.awaitReady(START_TIMEOUT, () -> isOk(port));
    return Map.of(
        "high-availability.zookeeper.quorum",
        FlinkConfigFile.HOST + ":" + port,
        "high-availability.zookeeper.client.session-timeout",
        Integer.toString(SESSION_MILLIS),
        "high-availability.storageDir",
        flinkFolder.resolve("jobs").toUri().toString());
  }

  private static boolean isOk(int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(FlinkConfigFile.HOST, port), SOCKET_MILLIS);
      socket.setSoTimeout(SOCKET_MILLIS);
      socket.getOutputStream().write("ruok".getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer.equals("imok");
    }
  }
}
