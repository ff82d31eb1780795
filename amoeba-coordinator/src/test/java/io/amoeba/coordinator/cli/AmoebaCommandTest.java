package io.amoeba.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class AmoebaCommandTest {

  @TempDir Path folder = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void subcommandsAreFoundAsServices() {
    assertThat(AmoebaCommand.commandLine().getSubcommands())
        .containsKeys(
            "coordinator", "plan", "status", "plans", "explain", "approve", "reject", "abort")
        .containsKeys("pause", "resume", "generate-completion");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "coordinator", "plan"})
  void everyHelpHasExamples(String subcommand) {
    String[] arguments =
        subcommand.isEmpty() ? new String[] {"--help"} : new String[] {subcommand, "--help"};

    assertThat(run(arguments)).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("Examples:").contains("--config");
  }

  @Test
  void versionIsPrinted() {
    assertThat(run("--version")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).startsWith("amoeba ");
  }

  @Test
  void wrongCommandLinesEndWithTwo() {
    assertThat(run()).isEqualTo(ExitCode.USAGE);
    assertThat(run("coordinator")).isEqualTo(ExitCode.USAGE);
    assertThat(run("nothing")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void wrongConfigurationEndsWithTwoAndNamesEverything() throws IOException {
    Path config = Files.writeString(folder.resolve("c.yaml"), "mode: maybe\nspeed: 3\n");

    assertThat(run("coordinator", "--config", config.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("has 4 errors", "mode is 'maybe'", "flink.url", "redis.endpoints", "speed")
        .doesNotContain("Exception");
  }

  @Test
  void takenPortEndsWithOneAndSaysWhatToDo() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Path config = config(taken.getLocalPort());
      String port = Integer.toString(taken.getLocalPort());

      int exit = run("coordinator", "--config", config.toString(), "--http-port", port);

      assertThat(exit).isEqualTo(ExitCode.FAILURE);
      assertThat(err.toString()).contains("cannot listen on 127.0.0.1:" + port);
    }
  }

  @Test
  void planWithoutFlinkAndRedisFailsAndSaysSo() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      port = free.getLocalPort();
    }

    assertThat(run("plan", "--config", config(port).toString())).isEqualTo(ExitCode.FAILURE);
    assertThat(out.toString())
        .contains("Flink does not answer", "Redis does not answer", "Plan: none");
  }

  private Path config(int port) throws IOException {
    return Files.writeString(
        folder.resolve("coordinator.yaml"),
        "flink: {url: 'http://127.0.0.1:"
            + port
            + "', timeoutMillis: 500}\nredis: {endpoints: ['127.0.0.1:"
            + port
            + "'], timeoutMillis: 500}\n");
  }

  private int run(String... arguments) {
    CommandLine line = AmoebaCommand.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }
}
