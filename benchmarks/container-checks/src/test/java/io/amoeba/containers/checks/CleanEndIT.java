package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.containers.fault.LinkDelay;
import io.amoeba.containers.stack.Stack;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CleanEndIT {
  private static final String PROJECT = "amoeba-check-end";

  /** A program that starts a stack with a delayed network and then waits for ever. */
  static final class Owner {
    private Owner() {}

    public static void main(String[] args) throws InterruptedException {
      Stack stack = Containers.twoRedis(PROJECT, Map.of());
      LinkDelay.on(Containers.engine(), stack, "links", Duration.ofMillis(1));
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  @Test
  void nothingOutlivesAKilledProgram(@TempDir Path folder) throws Exception {
    Containers.images();
    Process owner = start(folder.resolve("owner.log"));
    try {
      await()
          .atMost(Duration.ofMinutes(2))
          .until(
              () ->
                  !owner.isAlive()
                      || !Containers.engine()
                          .docker("ps", "-q", "--filter", "label=io.amoeba.stack=" + PROJECT)
                          .isBlank());
      assertThat(owner.isAlive()).as("see " + folder.resolve("owner.log")).isTrue();
    } finally {
      owner.destroyForcibly();
    }

    assertThat(owner.waitFor(10, TimeUnit.SECONDS)).isTrue();
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(Containers.remains(PROJECT)).isEmpty());
  }

  private static Process start(Path log) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Damoeba.docker=" + System.getProperty("amoeba.docker"),
                "-cp",
                System.getProperty(
                    "surefire.real.class.path", System.getProperty("java.class.path")),
                Owner.class.getName()))
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }
}
