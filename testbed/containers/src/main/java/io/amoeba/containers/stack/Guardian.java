package io.amoeba.containers.stack;

import io.amoeba.containers.engine.ContainerException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A shell that removes a stack when its standard input ends: on {@link #close}, and when this JVM
 * ends in any way, since the operating system then closes it. Safe for concurrent use.
 */
public final class Guardian implements AutoCloseable {
  private static final String SCRIPT = "remove-stack.sh";
  private static final long PATIENCE_SECONDS = 120;

  private final Process process;
  private final String project;

  private Guardian(Process process, String project) {
    this.process = process;
    this.project = project;
  }

  /**
   * Guards existing and later parts of a stack.
   *
   * @param project of the compose file; without one, the name in {@link #label}
   */
  public static Guardian of(String project) {
    try {
      return new Guardian(
          new ProcessBuilder(List.of("sh", "-c", script(), "remove-stack", project))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectErrorStream(true)
              .start(),
          project);
    } catch (IOException e) {
      throw new ContainerException("No shell can be started to guard the stack: " + e, e);
    }
  }

  /** Option of {@code docker create} and {@code run} for containers that are removed, too. */
  public String label() {
    return "--label=io.amoeba.stack=" + project;
  }

  private static String script() {
    try (InputStream in = Guardian.class.getResourceAsStream(SCRIPT)) {
      if (in == null) {
        throw new IllegalStateException("The resource " + SCRIPT + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes the stack and waits until it is gone. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new ContainerException(
            "The stack %s is not removed after %d s: look at `docker ps -a --filter label=com.docker.compose.project=%s`"
                .formatted(project, PATIENCE_SECONDS, project));
      }
    } catch (IOException e) {
      throw new ContainerException("The shell that removes the stack has ended: " + e, e);
    } catch (InterruptedException e) {
      // The removal continues by itself.
      Thread.currentThread().interrupt();
    }
  }
}
