package io.amoeba.containers.stack;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A container of a stack. Safe for concurrent use. */
public final class Container {
  private static final int PAUSE_ATTEMPTS = 20;

  private final Engine engine;
  private final String service;
  private final String id;

  Container(Engine engine, String service, String id) {
    this.engine = engine;
    this.service = service;
    this.id = id;
  }

  /** Its service's name in the compose file. */
  public String service() {
    return service;
  }

  /** The engine's name of it. */
  public String id() {
    return id;
  }

  /** Ends its processes at once, as a power failure would. */
  public void kill() {
    engine.docker("kill", id);
  }

  /** Asks its processes to end, and ends them if they have not after half a minute. */
  public void stop() {
    engine.docker("stop", "-t", "30", id);
  }

  /** Starts it after it has ended. */
  public void start() {
    engine.docker("start", id);
  }

  /**
   * Stops its processes where they are. The kernel may refuse while they are busy: then it is tried
   * again.
   */
  public void pause() {
    for (int attempt = 1; ; attempt++) {
      try {
        engine.docker("pause", id);
        return;
      } catch (ContainerException e) {
        if (attempt == PAUSE_ATTEMPTS || !String.valueOf(e.getMessage()).contains("freeze")) {
          throw e;
        }
      }
    }
  }

  /** Lets its processes go on. */
  public void unpause() {
    engine.docker("unpause", id);
  }

  /** Gives it so many processors from now on. Its stack must have limited them before. */
  public void limitCpus(double cpus) {
    engine.docker(
        "update",
        "--cpu-period",
        String.valueOf(Limits.cpuPeriodMicros(cpus)),
        "--cpu-quota",
        String.valueOf(Limits.cpuQuotaMicros(cpus)),
        id);
  }

  /** Lets it use these processors of the machine alone, from now on; both are numbers from 0. */
  public void pinToCpus(int first, int last) {
    engine.docker("update", "--cpuset-cpus", first + "-" + last, id);
  }

  /** Runs a command in it and returns what it prints. */
  public String exec(String... words) {
    List<String> all = new ArrayList<>(List.of("exec", id));
    all.addAll(List.of(words));
    return engine.docker(all.toArray(String[]::new));
  }

  /** Begins to run a command in it; what it prints is lost. It ends with the container at last. */
  public void execInBackground(String... words) {
    List<String> all = new ArrayList<>(List.of("exec", "-d", id));
    all.addAll(List.of(words));
    engine.docker(all.toArray(String[]::new));
  }

  /** The text of a file in it, running or not. */
  public String read(String path) {
    try {
      Path copy = Files.createTempFile("amoeba-copy-", ".txt");
      try {
        engine.docker("cp", id + ":" + path, copy.toString());
        return Files.readString(copy);
      } finally {
        Files.deleteIfExists(copy);
      }
    } catch (IOException e) {
      throw new ContainerException("%s of %s cannot be read: %s".formatted(path, this, e), e);
    }
  }

  /** The engine's word for what it does: {@code running}, {@code exited}, {@code paused}, … */
  public String state() {
    return inspect("{{.State.Status}}");
  }

  /** Whether it has not ended, and is not paused. */
  public boolean isRunning() {
    return state().equals("running");
  }

  /** When it was started last, by the engine's clock. */
  public Instant startedAt() {
    return Instant.parse(inspect("{{.State.StartedAt}}"));
  }

  /** How it ended; to be asked when it has. */
  public int exitCode() {
    return Integer.parseInt(inspect("{{.State.ExitCode}}"));
  }

  /** How it ended, for people: with which code, and whether it had used up its memory. */
  String ending() {
    return inspect("{{.State.OOMKilled}}").equals("true")
        ? "was killed: it needed more than its %d MiB of memory"
            .formatted(Long.parseLong(inspect("{{.HostConfig.Memory}}")) >> 20)
        : "ended with exit code " + exitCode();
  }

  /** {@code healthy}, {@code unhealthy}, {@code starting}, or empty without a health check. */
  public String health() {
    return inspect("{{if .State.Health}}{{.State.Health.Status}}{{end}}");
  }

  private String inspect(String format) {
    return engine.docker("inspect", "--format", format, id).strip();
  }

  /** The last lines that it wrote, to both outputs. */
  public String logTail(int lines) {
    try {
      return engine.program(
          List.of("sh", "-c", "docker logs --tail \"$1\" \"$2\" 2>&1", "log", "" + lines, id),
          Map.of(),
          Duration.ofMinutes(1));
    } catch (ContainerException e) {
      return e.getMessage() == null ? "" : e.getMessage();
    }
  }

  @Override
  public String toString() {
    return service;
  }
}
