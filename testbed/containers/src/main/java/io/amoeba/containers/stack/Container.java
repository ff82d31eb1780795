package io.amoeba.containers.stack;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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

  /** Service in the compose file. */
  public String service() {
    return service;
  }

  public String id() {
    return id;
  }

  /** Its address in the network of its stack, which this machine reaches. */
  public String address() {
    return engine
        .docker(
            "inspect", "--format", "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}", id)
        .strip();
  }

  /** Sends SIGKILL. */
  public void kill() {
    engine.docker("kill", id);
  }

  /** Sends SIGTERM, and SIGKILL after 30 s. */
  public void stop() {
    engine.docker("stop", "-t", "30", id);
  }

  public void start() {
    engine.docker("start", id);
  }

  /** Freezes its processes. The kernel may refuse while they are busy: then it is repeated. */
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

  public void unpause() {
    engine.docker("unpause", id);
  }

  /** Changes the limit of CPUs, which the stack must have set before. */
  public void limitCpus(double cpus) {
    engine.docker(
        "update",
        "--cpu-period",
        String.valueOf(Limits.cpuPeriodMicros(cpus)),
        "--cpu-quota",
        String.valueOf(Limits.cpuQuotaMicros(cpus)),
        id);
  }

  /** Pins it to these CPUs of the machine, numbered from 0. */
  public void pinToCpus(int first, int last) {
    engine.docker("update", "--cpuset-cpus", first + "-" + last, id);
  }

  /** Runs a command in it and returns its output. */
  public String exec(String... words) {
    return engine.docker(List.of("exec", id), words);
  }

  /** Starts a command in it, without output; it ends with the container at the latest. */
  public void execInBackground(String... words) {
    engine.docker(List.of("exec", "-d", id), words);
  }

  /** The text of a file, also of a stopped container. */
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

  /** In the engine's words: {@code running}, {@code exited}, {@code paused}, … */
  public String state() {
    return inspect("{{.State.Status}}");
  }

  public boolean isRunning() {
    return state().equals("running");
  }

  /** Time of the last start, by the engine's clock. */
  public Instant startedAt() {
    return Instant.parse(inspect("{{.State.StartedAt}}"));
  }

  /** Of an ended container. */
  public int exitCode() {
    return Integer.parseInt(inspect("{{.State.ExitCode}}"));
  }

  /** Why it ended, for messages. */
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

  /** The last lines of its log, from both outputs. */
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
