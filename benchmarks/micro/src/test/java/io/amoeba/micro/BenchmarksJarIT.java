package io.amoeba.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The jar starts, finds its benchmarks and runs each of them; how fast they are is not tested. */
class BenchmarksJarIT {

  @Test
  @Timeout(600)
  void everyBenchmarkRuns() throws IOException, InterruptedException {
    Process jmh =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djmh.ignoreLock=true",
                "-jar",
                System.getProperty("amoeba.benchmarks"),
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
                  "AlignedKeyBenchmark.alignedKey",
                  "AlignedKeyBenchmark.alignedKeyGroup",
                  "CaptureBenchmark.capture",
                  "ClassChoiceBenchmark.unmarked",
                  "ClassedTaskQueueBenchmark.classedNormal",
                  "JudgedAnswerBenchmark.judgedAnswer",
                  "MovePlanBenchmark.join",
                  "MovePlanBenchmark.scatteredByLoad",
                  "PartitionerBenchmark.alignedBytes",
                  "PlanningBenchmark.decide",
                  "PartitionerBenchmark.plainCrc16",
                  "ReplicaChoiceBenchmark.chooseAndJudge",
                  "ReplicaChoiceBenchmark.chooseReplica",
                  "RouterBenchmark.hashSlotAlone",
                  "RouterBenchmark.orderedRoute"));
    } finally {
      jmh.destroyForcibly();
    }
  }
}
