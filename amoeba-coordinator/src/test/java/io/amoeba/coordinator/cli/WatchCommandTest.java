package io.amoeba.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Watches answers that a coordinator gives one after the other. */
class WatchCommandTest {

  private static final String STATUS =
      """
      {"mode": "propose", "paused": false, "nodes": 3, "primaries": 3, "taskManagers": %d,
       "operators": [], "symptoms": %s, "decisions": []}""";

  private final Deque<String> answers = new ArrayDeque<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final HttpServer server = newServer();

  @BeforeEach
  void start() {
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void everyLookShowsWhatStatusSays() {
    answers.add(STATUS.formatted(1, "[]"));
    answers.add(STATUS.formatted(2, "[]"));

    assertThat(run("--count", "2", "--interval", "100ms")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains("every 100 ms", "Mode:      propose")
        .contains("1 task managers report", "2 task managers report");
  }

  @Test
  void aSymptomIsShownWithItsCodeAndTheRemedyBelow() {
    answers.add(
        STATUS.formatted(
            1,
            """
            [{"code": "MAPS_REFUSED", "severity": "error", "subjects": ["a", "b", "c", "d"],
              "text": "refused 2 maps", "remedy": "Read the log."}]"""));

    assertThat(run("--count", "1")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains("ERROR     MAPS_REFUSED  a, b, c and 1 more  refused 2 maps")
        .contains("-> Read the log.");
  }

  @Test
  void machinesGetALineForEveryLook() throws IOException {
    answers.add(STATUS.formatted(1, "[]"));
    answers.add("");
    answers.add(STATUS.formatted(2, "[]"));

    assertThat(run("--count", "3", "--interval", "100ms", "--json")).isEqualTo(ExitCode.OK);

    List<JsonNode> answers = new ArrayList<>();
    for (String line : out.toString().lines().toList()) {
      answers.add(new ObjectMapper().readTree(line));
    }
    assertThat(answers).hasSize(3);
    assertThat(answers.get(0).path("taskManagers").asInt()).isEqualTo(1);
    assertThat(answers.get(1).path("error").asText()).isEqualTo("it restarts");
    assertThat(answers.get(2).path("taskManagers").asInt()).isEqualTo(2);
  }

  @Test
  void anOutageIsShownAndOutlived() {
    answers.add(STATUS.formatted(1, "[]"));
    answers.add("");
    answers.add(STATUS.formatted(2, "[]"));

    assertThat(run("--count", "3", "--interval", "100ms")).isEqualTo(ExitCode.OK);

    assertThat(out.toString()).contains("No answer: it restarts", "2 task managers report");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void withoutAFirstAnswerThereIsNothingToWatch() {
    answers.add("");

    assertThat(run("--count", "2")).isEqualTo(ExitCode.FAILURE);

    assertThat(err.toString()).contains("it restarts");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void wrongOptionsAreReportedAtOnce() {
    assertThat(run("--interval", "1ms", "--count", "0")).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString()).contains("--interval is '1ms'", "--count is '0'");
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("watch", "--url"));
    all.add("http://127.0.0.1:" + server.getAddress().getPort());
    all.addAll(List.of(arguments));
    CommandLine line = AmoebaCommand.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(all.toArray(String[]::new));
  }

  private HttpServer newServer() {
    try {
      HttpServer made =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      made.createContext(
          "/api/v1/status",
          exchange -> {
            String answer = answers.remove();
            byte[] body =
                (answer.isEmpty() ? "{\"error\": \"it restarts\"}" : answer)
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.isEmpty() ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      return made;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
