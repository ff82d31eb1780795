package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code docker/demo.sh} says on a machine that cannot run it; nothing is started there. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DemoMachineIT {
  private static final String PROJECT = "amoeba-check-demo";

  private record End(int code, String said) {}

  private static End demo(Map<String, String> environment, String... options)
      throws IOException, InterruptedException {
    Path script = Path.of(System.getProperty("amoeba.docker")).resolve("demo.sh").normalize();
    ProcessBuilder builder = new ProcessBuilder("bash", script.toString());
    builder.command().addAll(List.of(options));
    builder.environment().put("COMPOSE_PROJECT_NAME", PROJECT);
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    try {
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new End(process.waitFor(), said);
    } finally {
      process.destroy();
    }
  }

  @AfterAll
  static void nothingWasStarted() {
    assertThat(Containers.remains(PROJECT)).isEmpty();
  }

  @Test
  void aTakenPortLittleMemoryAndLittleDiskAreReportedTogetherWithTheRemedies() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      int port = taken.getLocalPort();
      Map<String, String> environment = new HashMap<>();
      environment.put("AMOEBA_PORT", Integer.toString(port));
      environment.put("AMOEBA_FREE_MEMORY_MIB", "100");
      environment.put("AMOEBA_FREE_DISK_MIB", "10");

      End end = demo(environment, "--nodes", "4");

      assertThat(end.code()).as(end.said()).isEqualTo(1);
      assertThat(end.said())
          .contains("demo: Port " + port + " is taken by ")
          .contains("or choose another: AMOEBA_PORT=")
          .containsPattern(
              "demo: 100 MiB of memory are free; 4 nodes need up to [1-9][0-9]{3,} MiB")
          .contains("demo: 10 MiB of disk are free where Docker keeps its data")
          .doesNotContain("Building images");
    }
  }

  @Test
  void anEngineThatDoesNotAnswerIsReported(@TempDir Path folder) throws Exception {
    String nobody = "unix://" + folder.resolve("nobody.sock");

    End end = demo(Map.of("DOCKER_HOST", nobody));

    assertThat(end.code()).as(end.said()).isEqualTo(1);
    assertThat(end.said())
        .contains("demo: Docker's engine does not answer at DOCKER_HOST=" + nobody)
        .contains("unset DOCKER_HOST");
  }

  @Test
  void aMachineWithoutDockerIsReported(@TempDir Path folder) throws Exception {
    for (String programs : List.of("/usr/bin", "/bin")) {
      try (Stream<Path> all = Files.list(Path.of(programs))) {
        for (Path program : all.toList()) {
          Path link = folder.resolve(program.getFileName().toString());
          if (!link.getFileName().toString().startsWith("docker") && Files.notExists(link)) {
            Files.createSymbolicLink(link, program);
          }
        }
      }
    }

    End end = demo(Map.of("PATH", folder.toString()));

    assertThat(end.code()).as(end.said()).isEqualTo(1);
    assertThat(end.said())
        .contains("demo: There is no docker command.", "https://docs.docker.com/engine/install")
        .contains("demo: There is neither 'docker compose' 2 nor 'docker-compose' 1.28");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          --nodes 9          | --nodes is '9': use a number from 1 to 8
          --duration 5       | --duration is '5': use a time such as 90s or 5m
          --out /nowhere     | --out is '/nowhere': use a folder that exists and can be written
          --images           | --images goes with down
          --speed 3          | '--speed' is no option
          cassandra --nodes 2 | --nodes is an option of Linear Road only
          """)
  void wrongOptionsAreReportedWithTheRightOnes(String options, String told) throws Exception {
    End end = demo(Map.of(), options.split(" "));

    assertThat(end.code()).as(end.said()).isEqualTo(2);
    assertThat(end.said()).contains(told);
  }
}
