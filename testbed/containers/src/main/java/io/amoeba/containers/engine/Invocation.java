package io.amoeba.containers.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command of the operating system. Immutable.
 *
 * @param environment in addition to that of this JVM
 * @param patience after which the command is killed and counts as failed
 */
record Invocation(List<String> words, Map<String, String> environment, Duration patience) {
  private static final int SHOWN_CHARACTERS = 2_000;

  record Outcome(int exitCode, String output, String error) {}

  /**
   * @throws IOException if there is no such program
   */
  Outcome run() throws IOException {
    Path output = Files.createTempFile("amoeba-", ".out");
    Path error = Files.createTempFile("amoeba-", ".err");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(output.toFile())
              .redirectError(error.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      try (InputStream outputStream = Files.newInputStream(output);
          InputStream errorStream = Files.newInputStream(error)) {
        // Open files without names: a signal that kills this JVM leaves none behind.
        Files.delete(output);
        Files.delete(error);
        if (!waitFor(process)) {
          throw new ContainerException(
              "`%s` did not end within %d s".formatted(this, patience.toSeconds()));
        }
        return new Outcome(process.exitValue(), read(outputStream), read(errorStream));
      }
    } finally {
      Files.deleteIfExists(output);
      Files.deleteIfExists(error);
    }
  }

  /** Runs it and returns its output; fails with the end of its error output. */
  String output() {
    try {
      Outcome outcome = run();
      if (outcome.exitCode != 0) {
        String error = (outcome.error.isBlank() ? outcome.output : outcome.error).strip();
        throw new ContainerException(
            "`%s` failed with exit code %d: %s"
                .formatted(
                    this,
                    outcome.exitCode,
                    error.substring(Math.max(0, error.length() - SHOWN_CHARACTERS))));
      }
      return outcome.output;
    } catch (IOException e) {
      throw new ContainerException("`%s` cannot be run: %s".formatted(this, e.getMessage()), e);
    }
  }

  private boolean waitFor(Process process) {
    boolean ended = false;
    try {
      ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
      return ended;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ContainerException("interrupted while `%s` ran".formatted(this), e);
    } finally {
      if (!ended) {
        process.destroyForcibly();
      }
    }
  }

  private static String read(InputStream stream) throws IOException {
    return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return String.join(" ", words);
  }
}
