package io.amoeba.hints.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each benchmark runs with the class path of the build; how fast they are is not tested. */
class HookBenchmarksIT {

  @Test
  @Timeout(600)
  void everyBenchmarkRuns() throws IOException, InterruptedException {
    String classPath =
        System.getProperty("amoeba.classes")
            + File.pathSeparator
            + Files.readString(Path.of(System.getProperty("amoeba.class-path"))).strip();
    Process jmh =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djmh.ignoreLock=true",
                "-cp",
                classPath,
                "org.openjdk.jmh.Main",
                "-f",
                "0",
                "-wi",
                "0",
                "-i",
                "1",
                "-r",
                "20ms",
                "-foe",
                "true")
            .redirectErrorStream(true)
            .start();
    try {
      jmh.getOutputStream().close();
      String output = new String(jmh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(jmh.waitFor(300, TimeUnit.SECONDS)).isTrue();
      assertThat(jmh.exitValue()).as(output).isZero();
      assertThat(output)
          .contains(
              List.of(
                  "AnsweredReadBenchmark.alone",
                  "AnsweredReadBenchmark.byEightThreads",
                  "AnsweredReadBenchmark.byTwoThreads",
                  "AnsweredReadBenchmark.withoutHints",
                  "RequestClassBenchmark.high",
                  "RequestClassBenchmark.malformed",
                  "RequestClassBenchmark.unmarked",
                  "RequestClassBenchmark.unmarkedByEightThreads"));
    } finally {
      jmh.destroyForcibly();
    }
  }
}
