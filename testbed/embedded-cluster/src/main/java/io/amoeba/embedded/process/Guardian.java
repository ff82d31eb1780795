package io.amoeba.embedded.process;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The parent's side of a {@link GuardianMain}: no child survives this JVM, even after a SIGKILL.
 * Safe for concurrent use.
 */
final class Guardian implements AutoCloseable {
  private static final long EXIT_WAIT_SECONDS = 20;

  private final Process process;
  private final Writer orders;

  private Guardian(Process process) {
    this.process = process;
    this.orders = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
  }

  static Guardian start(RunFolder runFolder) {
    JavaCommand java =
        new JavaCommand(
            List.of("-Xmx16m", "-XX:+UseSerialGC", JavaCommand.QUICK_START),
            List.of(JavaCommand.entry(GuardianMain.class).toString()),
            GuardianMain.class.getName(),
            List.of());
    try {
      Guardian guardian =
          new Guardian(
              new ProcessBuilder(ServerLauncher.shell("exec", java.words()))
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .redirectError(ProcessBuilder.Redirect.DISCARD)
                  .start());
      if (!runFolder.isKept()) {
        guardian.order(GuardianMain.FOLDER + runFolder.path());
      }
      return guardian;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start the guardian process " + java.words(), e);
    }
  }

  void watch(Process child) {
    order(GuardianMain.CHILD + child.pid());
  }

  private synchronized void order(String line) {
    try {
      orders.write(line + "\n");
      orders.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The guardian process %d has ended, so servers could outlive this program: start again"
              .formatted(process.pid()),
          e);
    }
  }

  /** Call it when every child has ended. */
  @Override
  public void close() {
    if (process.isAlive()) {
      order(GuardianMain.RELEASE);
    }
    try {
      if (!process.waitFor(EXIT_WAIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
