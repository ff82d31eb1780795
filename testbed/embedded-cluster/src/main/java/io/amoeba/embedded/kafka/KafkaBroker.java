package io.amoeba.embedded.kafka;

import io.amoeba.embedded.process.ConfigResource;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.embedded.runtime.Runtimes;
import io.amoeba.embedded.runtime.ServerRuntime;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * One Kafka broker and controller on 127.0.0.1. It creates no topics by itself. Safe for concurrent
 * use.
 */
public final class KafkaBroker {
  /** Memory of the broker in all. */
  public static final int EXPECTED_MEGABYTES = 544;

  private static final String HOST = "127.0.0.1";
  private static final Duration FORMAT_TIMEOUT = Duration.ofMinutes(3);
  private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

  private final ServerProcess process;
  private final String bootstrapServers;

  private KafkaBroker(ServerProcess process, String bootstrapServers) {
    this.process = process;
    this.bootstrapServers = bootstrapServers;
  }

  /** Formats the storage, starts the broker and waits until it serves clients. */
  public static KafkaBroker start(ServerLauncher launcher, Runtimes runtimes, FreePorts ports) {
    int port = ports.next(HOST);
    Path folder = launcher.runFolder().subfolder("kafka");
    Path config = writeConfig(folder, port, ports.next(HOST));
    String classPath = runtimes.classPathEntry(ServerRuntime.KAFKA);
    launcher
        .start(ServerKind.TOOL, "kafka-format", format(classPath, config))
        .awaitSuccess(FORMAT_TIMEOUT);
    ServerProcess process = launcher.start(ServerKind.KAFKA, "kafka", serve(classPath, config));
    // The broker opens its port before it can serve; this line is the last of its start.
    process.awaitReady(START_TIMEOUT, () -> process.logContains("Kafka Server started"));
    return new KafkaBroker(process, HOST + ":" + port);
  }

  /** The address for clients: {@code host:port}. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  public ServerProcess process() {
    return process;
  }

  private static List<String> format(String classPath, Path config) {
    return new JavaCommand(
            List.of("-Xmx128m", "-XX:+UseSerialGC", JavaCommand.QUICK_START),
            List.of(classPath),
            "kafka.tools.StorageTool",
            List.of("format", "--cluster-id=" + clusterId(), "--config=" + config))
        .words();
  }

  private static List<String> serve(String classPath, Path config) {
    List<String> flags = new ArrayList<>(List.of(JavaCommand.QUICK_START));
    flags.addAll(ConfigResource.options(KafkaBroker.class, "jvm.options"));
    return new JavaCommand(flags, List.of(classPath), "kafka.Kafka", List.of(config.toString()))
        .words();
  }

  /** 16 bytes in URL-safe Base64, which may start with a minus sign. */
  private static String clusterId() {
    byte[] id = new byte[16];
    new SecureRandom().nextBytes(id);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
  }

  private static Path writeConfig(Path folder, int port, int controllerPort) {
    Map<String, String> config = ConfigResource.properties(KafkaBroker.class, "server.properties");
    config.put("controller.quorum.voters", "1@%s:%d".formatted(HOST, controllerPort));
    config.put(
        "listeners",
        "PLAINTEXT://%s:%d,CONTROLLER://%s:%d".formatted(HOST, port, HOST, controllerPort));
    config.put("advertised.listeners", "PLAINTEXT://%s:%d".formatted(HOST, port));
    config.put("log.dirs", folder.resolve("data").toString());
    List<String> lines = new ArrayList<>();
    config.forEach((key, value) -> lines.add(key + "=" + value.replace("\\", "\\\\")));
    return ConfigResource.write(folder.resolve("server.properties"), lines);
  }
}
