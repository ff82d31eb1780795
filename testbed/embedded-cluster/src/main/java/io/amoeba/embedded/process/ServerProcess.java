package io.amoeba.embedded.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server that runs as a child process and writes one log file. Safe for concurrent use. */
public final class ServerProcess {
  private static final int TAIL_LINES = 20;
  private static final Duration STOP_WAIT = Duration.ofSeconds(10);

  /** The memory of a killed server takes a busy machine seconds. */
  private static final Duration KILL_WAIT = Duration.ofMinutes(1);

  private static final long POLL_MILLIS = 30;

  private final ServerKind kind;
  private final String name;
  private final Process process;
  private final Path logFile;
  private volatile boolean endRequested;

  ServerProcess(ServerKind kind, String name, Process process, Path logFile) {
    this.kind = kind;
    this.name = name;
    this.process = process;
    this.logFile = logFile;
  }

  public String name() {
    return name;
  }

  ServerKind kind() {
    return kind;
  }

  public long pid() {
    return process.pid();
  }

  public Path logFile() {
    return logFile;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  boolean isEndRequested() {
    return endRequested;
  }

  /**
   * Waits until the server is ready. An exception means "not yet"; the last one is in the error's
   * message.
   *
   * @throws ServerException if it ends before that or is not ready in time
   */
  public void awaitReady(Duration timeout, Callable<Boolean> readiness) {
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    Exception last = null;
    do {
      if (!process.isAlive()) {
        throw new ServerException(endedMessage());
      }
      try {
        if (readiness.call()) {
          return;
        }
      } catch (InterruptedException e) {
        throw interrupted(e);
      } catch (Exception e) {
        last = e;
      }
      awaitExit(Duration.ofMillis(POLL_MILLIS));
    } while (System.nanoTime() < deadlineNanos);
    throw new ServerException(lateMessage(timeout, last), last);
  }

  /**
   * Waits until the program ends.
   *
   * @throws ServerException if it takes longer or ends with another exit code than 0
   */
  public void awaitSuccess(Duration timeout) {
    if (!awaitExit(timeout)) {
      throw new ServerException(lateMessage(timeout, null));
    }
    if (process.exitValue() != 0) {
      throw new ServerException(endedMessage());
    }
  }

  /** Sends SIGTERM, and SIGKILL if the server still runs after 10 s. */
  public void stop() {
    requestStop();
    awaitStop();
  }

  /**
   * Sends SIGTERM and waits, but does not kill.
   *
   * @return whether the server ended within that time
   */
  public boolean terminate(Duration patience) {
    requestStop();
    return awaitExit(patience);
  }

  void requestStop() {
    endRequested = true;
    process.destroy();
    // A paused process gets the SIGTERM only when it continues.
    if (process.isAlive()) {
      signal("CONT");
    }
  }

  void awaitStop() {
    if (!awaitExit(STOP_WAIT)) {
      kill();
    }
  }

  /** Sends SIGKILL and waits until the process is gone. */
  public void kill() {
    endRequested = true;
    process.destroyForcibly();
    awaitExit(KILL_WAIT);
  }

  /** Sends SIGSTOP: the server freezes as in a long garbage collection. */
  public void pause() {
    signal("STOP");
  }

  /** Sends SIGCONT. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String signal) {
    try {
      // The shell's built-in: slim images have no such program.
      new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot send SIG%s to %s".formatted(signal, name()), e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private String logTail() {
    List<String> lines = logLines();
    return lines.isEmpty()
        ? "(the log is empty)"
        : String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
  }

  /** Whether the log has a line with this text. */
  public boolean logContains(String text) {
    return logLines().stream().anyMatch(line -> line.contains(text));
  }

  private List<String> logLines() {
    try {
      // Not readAllLines: a log may hold bytes that are no UTF-8.
      return new String(Files.readAllBytes(logFile), StandardCharsets.UTF_8).lines().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + logFile, e);
    }
  }

  /** For an ended server: its name, exit code, log file and the last lines of it. */
  public String endedMessage() {
    return "%s ended with exit code %d. The last lines of its log %s:%n%s"
        .formatted(name(), process.exitValue(), logFile, logTail());
  }

  private String lateMessage(Duration timeout, @Nullable Exception last) {
    return "%s was not ready within %d s%s. The machine may be too busy. The last lines of its log %s:%n%s"
        .formatted(
            name(), timeout.toSeconds(), last == null ? "" : " (" + last + ")", logFile, logTail());
  }

  private boolean awaitExit(Duration timeout) {
    try {
      return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private ServerException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new ServerException("Interrupted while waiting for " + name(), cause);
  }
}
