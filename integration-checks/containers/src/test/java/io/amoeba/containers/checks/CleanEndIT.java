package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.containers.fault.NetworkFault;
import io.amoeba.containers.stack.Stack;
import io.amoeba.experiments.cassandra.PreparedRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CleanEndIT {
  private static final String PROJECT = "amoeba-check-end";
  private static final String LOG = "program.log";

  /** A program that starts a stack with a delayed network and then waits forever. */
  static final class Owner {
    private Owner() {}

    public static void main(String[] args) throws InterruptedException {
      Stack stack = Containers.twoRedis(PROJECT, Map.of());
      NetworkFault.delay(Containers.engine(), stack, "links", Duration.ofMillis(1));
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  /** A program that writes rows for nodes, far more than it will get to. */
  static final class Writer {
    private static final int ROWS = 100_000_000;

    private Writer() {}

    public static void main(String[] args) {
      PreparedRows.write(Containers.engine(), ROWS, 100, 1);
    }
  }

  @Test
  void nothingOutlivesAKilledProgram(@TempDir Path folder) throws Exception {
    Containers.images();
    Process owner = start(folder, Owner.class);
    try {
      awaitContainer(owner, folder, () -> PROJECT);
    } finally {
      owner.destroyForcibly();
    }

    assertThat(owner.waitFor(60, TimeUnit.SECONDS)).isTrue();
    awaitNothing(PROJECT);
  }

  @Test
  void aSignalEndsTheWritingOfRowsAndNoneAreLeft(@TempDir Path folder) throws Exception {
    Containers.images();
    Process writer = start(folder, Writer.class);
    String rows;
    try {
      awaitContainer(writer, folder, () -> rows(folder));
      rows = rows(folder);
      writer.destroy();
      assertThat(writer.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      writer.destroyForcibly();
    }

    awaitNothing(rows);
    assertThat(folder.resolve(rows)).doesNotExist();
  }

  /** Name of the folder of rows, which is that of the container, too; empty: not there yet. */
  private static String rows(Path folder) {
    String[] found = folder.toFile().list((in, name) -> name.startsWith("amoeba-rows"));
    return found == null || found.length == 0 ? "" : found[0];
  }

  private static void awaitContainer(Process program, Path folder, Supplier<String> name) {
    await()
        .atMost(Duration.ofMinutes(5))
        .until(
            () ->
                !program.isAlive()
                    || !name.get().isEmpty()
                        && !Containers.engine()
                            .docker("ps", "-q", "--filter", "label=io.amoeba.stack=" + name.get())
                            .isBlank());
    assertThat(program.isAlive()).as("see " + folder.resolve(LOG)).isTrue();
  }

  private static void awaitNothing(String project) {
    await()
        .atMost(Duration.ofMinutes(3))
        .untilAsserted(() -> assertThat(Containers.remains(project)).isEmpty());
  }

  private static Process start(Path folder, Class<?> program) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Djava.io.tmpdir=" + folder,
                "-Damoeba.docker=" + System.getProperty("amoeba.docker"),
                "-cp",
                System.getProperty(
                    "surefire.real.class.path", System.getProperty("java.class.path")),
                program.getName()))
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(LOG).toFile())
        .start();
  }
}
