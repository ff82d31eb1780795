package io.amoeba.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.process.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code bin/amoeba} of a copy of the distribution, outside any checkout and with a search path
 * that has Java and the tools of the shell, but no Maven.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LauncherIT {
  private record End(int code, String text) {}

  @TempDir private Path folder = Path.of("");
  private Path home = Path.of("");

  @BeforeEach
  void copyTheFilesOfTheCommandLine() throws IOException {
    Path built = Path.of(System.getProperty("amoeba.dist")).toRealPath();
    home = folder.resolve("amoeba-copy");
    for (String part : List.of("bin", "lib", "lab/lib")) {
      Files.createDirectories(home.resolve(part));
      try (DirectoryStream<Path> files = Files.newDirectoryStream(built.resolve(part))) {
        for (Path file : files) {
          Files.copy(
              file,
              home.resolve(built.relativize(file).toString()),
              StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  @Test
  void versionIsPrintedThroughASymbolicLink() throws Exception {
    Path link =
        Files.createSymbolicLink(folder.resolve("amoeba"), Path.of("amoeba-copy/bin/amoeba"));

    End end = run(link, "--version");

    assertThat(end.code()).as(end.text()).isZero();
    assertThat(end.text()).startsWith("amoeba ");
  }

  @Test
  void commandsOfBenchmarksGoWithTheFolderLab() throws Exception {
    End complete = run(home.resolve("bin/amoeba"), "linear-road", "--help");
    assertThat(complete.code()).as(complete.text()).isZero();

    Files.move(home.resolve("lab"), folder.resolve("lab"));

    End help = run(home.resolve("bin/amoeba"), "--help");
    assertThat(help.code()).as(help.text()).isZero();
    assertThat(help.text()).contains("coordinator", "doctor").doesNotContain("linear-road");
  }

  @Test
  void doctorJudgesAConfigurationWithoutTheFolderLab() throws Exception {
    Files.move(home.resolve("lab"), folder.resolve("lab"));

    End end = run(home.resolve("bin/amoeba"), "doctor", "--config", configuration(9).toString());

    assertThat(end.code()).as(end.text()).isEqualTo(1);
    assertThat(end.text()).contains("127.0.0.1:9");
  }

  @Test
  void coordinatorServesItsPageWithoutTheFolderLab() throws Exception {
    Files.move(home.resolve("lab"), folder.resolve("lab"));
    int port = new FreePorts(new Random()).next("127.0.0.1");
    Process coordinator =
        start(
            home.resolve("bin/amoeba"), "coordinator", "--config", configuration(port).toString());
    try {
      HttpRequest health =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health")).build();

      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .ignoreExceptions()
          .until(
              () ->
                  HttpClient.newHttpClient().send(health, BodyHandlers.discarding()).statusCode()
                      == 200);
    } finally {
      coordinator.destroy();
      coordinator.waitFor();
    }
  }

  @Test
  void aMachineWithoutJavaGetsTheRemedy() throws Exception {
    Path tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : List.of("sh", "dirname", "readlink", "sed", "head")) {
      Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
    }
    ProcessBuilder builder = builder(home.resolve("bin/amoeba"), "--version");
    builder.environment().put("PATH", tools.toString());

    End end = end(builder.start());

    assertThat(end.code()).isEqualTo(1);
    assertThat(end.text())
        .contains("no Java found", "openjdk-17-jre-headless")
        .doesNotContain("Maven");
  }

  /** Of a coordinator that finds neither Flink nor Redis. */
  private Path configuration(int port) throws IOException {
    return Files.writeString(
        folder.resolve("amoeba.yaml"),
        """
        flink:
          url: http://127.0.0.1:9
        redis:
          endpoints: ["127.0.0.1:9"]
        http:
          port: %d
        """
            .formatted(port));
  }

  private End run(Path script, String... words) throws Exception {
    return end(start(script, words));
  }

  private Process start(Path script, String... words) throws IOException {
    return builder(script, words).start();
  }

  private ProcessBuilder builder(Path script, String... words) throws IOException {
    Path bin = folder.resolve("java-only");
    if (!Files.exists(bin)) {
      Files.createDirectory(bin);
      for (String tool : List.of("sh", "dirname", "readlink", "sed", "head")) {
        Files.createSymbolicLink(bin.resolve(tool), Path.of("/usr/bin", tool));
      }
      Files.createSymbolicLink(
          bin.resolve("java"), Path.of(System.getProperty("java.home"), "bin", "java"));
    }
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.redirectOutput(folder.resolve("out").toFile());
    builder.environment().remove("JAVA_HOME");
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().put("PATH", bin.toString());
    return builder;
  }

  private End end(Process process) throws Exception {
    try {
      process.getOutputStream().close();
      int code = process.waitFor();
      return new End(code, Files.readString(folder.resolve("out")));
    } finally {
      process.destroy();
    }
  }
}
