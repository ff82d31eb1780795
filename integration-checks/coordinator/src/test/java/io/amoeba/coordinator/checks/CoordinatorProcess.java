package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.embedded.process.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A coordinator as a process of its own, which can be killed. Closing kills it. */
record CoordinatorProcess(Process process, String address) implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(3);

  /**
   * Starts it, and waits until it serves.
   *
   * @param config with a free port, which the coordinator is to take
   */
  static CoordinatorProcess start(Path folder, String config, int port) throws IOException {
    return start(folder, config, port, JavaCommand.QUICK_START);
  }

  /** The same with environment variables. */
  static CoordinatorProcess start(
      Path folder, String config, int port, Map<String, String> environment) throws IOException {
    return start(folder, config, port, JavaCommand.QUICK_START, environment);
  }

  /** The same with an option of the JVM. */
  static CoordinatorProcess start(Path folder, String config, int port, String option)
      throws IOException {
    return start(folder, config, port, option, Map.of());
  }

  private static CoordinatorProcess start(
      Path folder, String config, int port, String option, Map<String, String> environment)
      throws IOException {
    Path file = Files.writeString(folder.resolve("coordinator.yaml"), config);
    Path log = folder.resolve("coordinator.log");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                option,
                "-cp",
                System.getProperty("java.class.path"),
                AmoebaCommand.class.getName(),
                "coordinator",
                "--config",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    await()
        .atMost(START)
        .until(
            () -> {
              assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
              return Files.readString(log).contains("Amoeba coordinator: ");
            });
    return new CoordinatorProcess(process, "http://127.0.0.1:" + port + "/");
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
