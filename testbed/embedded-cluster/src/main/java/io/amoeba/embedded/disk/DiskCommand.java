package io.amoeba.embedded.disk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Programs that make and mount file systems. Stateless. */
final class DiskCommand {

  private DiskCommand() {}

  /** What the program said, if it has failed. */
  static Optional<String> run(String... words) throws IOException {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0
          ? Optional.empty()
          : Optional.of("%s: %s".formatted(String.join(" ", words), said));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /**
   * The same of a program that must succeed.
   *
   * @throws IOException with what it said, if it fails
   */
  static void require(String... words) throws IOException {
    Optional<String> failure = run(words);
    if (failure.isPresent()) {
      throw new IOException(failure.get());
    }
  }

  /**
   * The same of a program that may fail at first.
   *
   * @throws IOException with what it said, if it fails for so long
   */
  static void eventually(Duration patience, String... words) throws IOException {
    long deadline = System.nanoTime() + patience.toNanos();
    Optional<String> failure = run(words);
    while (failure.isPresent()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(failure.get());
      }
      failure = run(words);
    }
  }
}
