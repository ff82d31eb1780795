package io.amoeba.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
        .containsKeys("pause", "resume", "doctor", "watch", "generate-completion");
  }

  @Test
  void completionKnowsTheSubcommands() {
    assertThat(run("generate-completion")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("picocli_amoeba_doctor", "picocli_amoeba_watch");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "coordinator", "plan", "doctor"})
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

  @ParameterizedTest
  @ValueSource(strings = {"coordinator", "plan", "doctor"})
  void wrongConfigurationEndsWithTwoAndNamesEverything(String subcommand) throws IOException {
    Path config = Files.writeString(folder.resolve("c.yaml"), "mode: maybe\nspeed: 3\n");

    assertThat(run(subcommand, "--config", config.toString())).isEqualTo(ExitCode.USAGE);
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
    assertThat(run("plan", "--config", config(freePort()).toString())).isEqualTo(ExitCode.FAILURE);
    assertThat(out.toString())
        .contains("Flink does not answer", "Redis does not answer", "Plan: none");
  }

  @Test
  void doctorWithoutFlinkAndRedisFailsAndSaysWhatToDo() throws IOException {
    String config = config(freePort()).toString();

    assertThat(run("doctor", "--config", config)).isEqualTo(ExitCode.FAILURE);

    assertThat(out.toString())
        .startsWith("RESULT")
        .contains("ERROR   flink-reachable", "ERROR   redis-reachable", "-> Start ")
        .contains("Errors: 2, warnings: 0, advice: 3");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void doctorTellsMachinesTheSame() throws IOException {
    String config = config(freePort()).toString();

    assertThat(run("doctor", "--config", config, "--json")).isEqualTo(ExitCode.FAILURE);

    JsonNode answer = new ObjectMapper().readTree(out.toString());
    assertThat(answer.path("worst").asText()).isEqualTo("error");
    assertThat(answer.path("errors").asInt()).isEqualTo(2);
    assertThat(answer.path("findings"))
        .allSatisfy(
            finding -> {
              assertThat(finding.path("subjects").path(0).asText()).isNotEmpty();
              assertThat(finding.path("seen").asText()).isNotEmpty();
              boolean ok = finding.path("severity").asText().equals("ok");
              assertThat(finding.path("change").asText().isEmpty()).isEqualTo(ok);
            });
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

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return free.getLocalPort();
    }
  }

  private int run(String... arguments) {
    CommandLine line = AmoebaCommand.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }
}
