package io.amoeba.containers.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The container engine that the command {@code docker} reaches, with the compose command that is
 * installed. Errors are {@link ContainerException}s. Immutable.
 */
public final class Engine {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final List<String> COMPOSE_PLUGIN = List.of("docker", "compose");
  private static final List<String> COMPOSE_PROGRAM = List.of("docker-compose");

  private final List<String> compose;

  private Engine(List<String> compose) {
    this.compose = compose;
  }

  /**
   * Looks for the engine.
   *
   * @throws ContainerException if there is none that can be used, with the remedy
   */
  public static Engine find() {
    return find(Engine::tried);
  }

  /** As {@link #find()}; {@code attempt} runs a command, null outcome: there is no such program. */
  static Engine find(Function<List<String>, Invocation.Outcome> attempt) {
    List<String> problems = new ArrayList<>();
    Invocation.Outcome version =
        attempt.apply(List.of("docker", "version", "--format", "{{.Server.Version}}"));
    if (version.exitCode() != 0) {
      problems.add(engineProblem(version));
    }
    List<String> compose = COMPOSE_PLUGIN;
    if (attempt.apply(List.of("docker", "compose", "version")).exitCode() != 0) {
      compose = COMPOSE_PROGRAM;
      if (attempt.apply(List.of("docker-compose", "version")).exitCode() != 0) {
        problems.add(
            "There is neither `docker compose` nor `docker-compose`: install Docker's compose plugin.");
      }
    }
    if (!problems.isEmpty()) {
      throw new ContainerException(String.join("\n", problems));
    }
    return new Engine(compose);
  }

  private static String engineProblem(Invocation.Outcome outcome) {
    String error = outcome.error().strip();
    if (outcome.exitCode() == NO_PROGRAM) {
      return "There is no command `docker`: install Docker, https://docs.docker.com/engine/install";
    }
    if (error.contains("permission denied")) {
      return "The container engine refuses this user: run `sudo usermod -aG docker $USER` and log in again.";
    }
    return "The container engine does not answer (%s): start it, for example by `sudo systemctl start docker`."
        .formatted(error);
  }

  private static final int NO_PROGRAM = 127;

  private static Invocation.Outcome tried(List<String> words) {
    try {
      return new Invocation(words, Map.of(), PATIENCE).run();
    } catch (IOException e) {
      return new Invocation.Outcome(NO_PROGRAM, "", String.valueOf(e.getMessage()));
    }
  }

  /** Runs {@code docker} with these words and returns what it prints. */
  public String docker(String... words) {
    List<String> all = new ArrayList<>(List.of("docker"));
    all.addAll(List.of(words));
    return new Invocation(all, Map.of(), PATIENCE).output();
  }

  /** Runs the compose command with these words and variables. */
  public String compose(List<String> words, Map<String, String> environment, Duration patience) {
    List<String> all = new ArrayList<>(compose);
    all.addAll(words);
    return new Invocation(all, environment, patience).output();
  }

  /** Runs another program, such as a script that builds images. */
  public String program(List<String> words, Map<String, String> environment, Duration patience) {
    return new Invocation(words, environment, patience).output();
  }

  /** Whether the engine has an image of this name. */
  public boolean hasImage(String name) {
    return !docker("images", "-q", name).isBlank();
  }
}
