package io.amoeba.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
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

  @Test
  void aHandOverIsBoundedBeforeTheCoordinatorIsAsked() {
    assertThat(run("hand-over", "10.0.0.1:6379", "--for", "25h")).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString()).contains("--for is '25h': use a time from 1s to 24h");
  }

  @ParameterizedTest
  @ValueSource(strings = {"coordinator", "plan", "doctor"})
  void wrongConfigurationEndsWithTwoAndNamesEverything(String subcommand) throws IOException {
    Path config = Files.writeString(folder.resolve("c.yaml"), "mode: maybe\nspeed: 3\nflink: {}\n");

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
  void anUnsafeConfigurationIsWarnedOfAtTheStart() throws IOException {
    Path token = Files.writeString(folder.resolve("flink.header"), "secret");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"))) {
      Path config =
          Files.writeString(
              folder.resolve("open.yaml"),
              """
              flink: {url: 'http://127.0.0.1:1', headers: [{name: X, valueFile: flink.header}]}
              redis: {endpoints: ['127.0.0.1:1']}
              http: {host: 0.0.0.0, port: %d}
              """
                  .formatted(taken.getLocalPort()));

      List<String> warnings = warnings(() -> run("coordinator", "--config", config.toString()));

      assertThat(warnings)
          .anySatisfy(
              text ->
                  assertThat(text).contains("http.host: is 0.0.0.0 without a token", "Set http"))
          .anySatisfy(
              text ->
                  assertThat(text).contains("flink.header: may be read by every user", "chmod"));
    }
  }

  @Test
  void aSafeConfigurationIsNotWarnedOf() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Path config = config(taken.getLocalPort());
      String port = Integer.toString(taken.getLocalPort());

      assertThat(
              warnings(
                  () -> run("coordinator", "--config", config.toString(), "--http-port", port)))
          .isEmpty();
    }
  }

  private static List<String> warnings(Runnable work) {
    Logger log = (Logger) LoggerFactory.getLogger(CoordinatorCommand.class);
    ListAppender<ILoggingEvent> said = new ListAppender<>();
    said.start();
    log.addAppender(said);
    try {
      work.run();
    } finally {
      log.detachAppender(said);
    }
    return said.list.stream()
        .filter(event -> event.getLevel() == Level.WARN)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Test
  void aLoginInTheCoordinatorsAddressIsRefusedAndNotShown() {
    assertThat(run("status", "--url", "http://user:hidden@127.0.0.1:1"))
        .isEqualTo(ExitCode.FAILURE);

    assertThat(err.toString())
        .contains("--url contains a user or a password")
        .doesNotContain("hidden");
  }

  @Test
  void planWithoutFlinkAndRedisFailsAndSaysSo() throws IOException {
    assertThat(run("plan", "--config", config(freePort()).toString())).isEqualTo(ExitCode.FAILURE);
    assertThat(out.toString()).contains("Flink  no answer: ", "Redis  no answer: ", "Plan: none");
  }

  @Test
  void doctorWithoutFlinkAndRedisFailsAndSaysWhatToDo() throws IOException {
    String config = config(freePort()).toString();

    assertThat(run("doctor", "--config", config)).isEqualTo(ExitCode.FAILURE);

    assertThat(out.toString())
        .startsWith("SEVERITY")
        .contains("ERROR     FLINK_REACHABLE", "ERROR     REDIS_REACHABLE", "-> Start ")
        .contains("Errors: 2, warnings: 0, notes: 3");
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
              assertThat(finding.path("text").asText()).isNotEmpty();
              boolean ok = finding.path("severity").asText().equals("ok");
              assertThat(finding.path("remedy").asText().isEmpty()).isEqualTo(ok);
            });
  }

  private Path config(int port) throws IOException {
    return Files.writeString(
        folder.resolve("coordinator.yaml"),
        "flink: {url: 'http://127.0.0.1:"
            + port
            + "', timeout: 500ms}\nredis: {endpoints: ['127.0.0.1:"
            + port
            + "'], timeout: 500ms}\n");
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
