package io.amoeba.containers.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The container engine behind the command {@code docker}, with the installed compose command.
 * Errors are {@link ContainerException}s. Immutable.
 */
public final class Engine {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int NO_PROGRAM = 127;

  private final List<String> compose;

  private Engine(List<String> compose) {
    this.compose = compose;
  }

  /**
   * @throws ContainerException if no engine can be used, with the remedy
   */
  public static Engine find() {
    return find(Engine::tried);
  }

  /** As {@link #find()}; {@code attempt} runs a command. */
  static Engine find(Function<List<String>, Invocation.Outcome> attempt) {
    List<String> problems = new ArrayList<>();
    Invocation.Outcome version =
        attempt.apply(List.of("docker", "version", "--format", "{{.Server.Version}}"));
    if (version.exitCode() != 0) {
      problems.add(engineProblem(version));
    }
    List<String> compose = List.of("docker", "compose");
    if (attempt.apply(List.of("docker", "compose", "version")).exitCode() != 0) {
      compose = List.of("docker-compose");
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

  private static Invocation.Outcome tried(List<String> words) {
    try {
      return new Invocation(words, Map.of(), PATIENCE).run();
    } catch (IOException e) {
      return new Invocation.Outcome(NO_PROGRAM, "", String.valueOf(e.getMessage()));
    }
  }

  /** Runs {@code docker} with these words and returns its output. */
  public String docker(String... words) {
    return docker(List.of(words));
  }

  /** The same, with more words at the end. */
  public String docker(List<String> words, String... more) {
    return program(joined(List.of("docker"), joined(words, List.of(more))), Map.of(), PATIENCE);
  }

  /** Runs the compose command with these words and variables. */
  public String compose(List<String> words, Map<String, String> environment, Duration patience) {
    return program(joined(compose, words), environment, patience);
  }

  private static List<String> joined(List<String> first, List<String> then) {
    return Stream.concat(first.stream(), then.stream()).toList();
  }

  /** Runs another program, such as a script that builds images. */
  public String program(List<String> words, Map<String, String> environment, Duration patience) {
    return new Invocation(words, environment, patience).output();
  }

  public boolean hasImage(String name) {
    return !docker("images", "-q", name).isBlank();
  }
}
