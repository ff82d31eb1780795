package io.amoeba.containers.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Services in containers. Closing removes containers, networks and volumes, as does any end of this
 * JVM. Errors are {@link ContainerException}s. Safe for concurrent use.
 */
public final class Stack implements AutoCloseable {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Duration UP = Duration.ofMinutes(5);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int TAIL_LINES = 15;

  private final Engine engine;
  private final StackSettings settings;
  private final Guardian guardian;
  private final @Nullable Path limitsFile;

  private Stack(
      Engine engine, StackSettings settings, Guardian guardian, @Nullable Path limitsFile) {
    this.engine = engine;
    this.settings = settings;
    this.guardian = guardian;
    this.limitsFile = limitsFile;
  }

  /** Creates and starts the containers; does not wait until they are healthy. */
  public static Stack start(Engine engine, StackSettings settings) {
    Path limits = settings.limits().isEmpty() ? null : writeLimits(settings);
    Stack stack = new Stack(engine, settings, Guardian.of(settings.project()), limits);
    List<String> words = new ArrayList<>(List.of("up", "-d", "--no-build"));
    words.addAll(settings.services());
    return stack.starting(starting -> starting.compose(words, UP));
  }

  /** Runs work that is a part of the start: if it fails, the stack is removed. */
  public Stack starting(Consumer<Stack> work) {
    boolean started = false;
    try {
      work.accept(this);
      started = true;
      return this;
    } finally {
      if (!started) {
        close();
      }
    }
  }

  private static Path writeLimits(StackSettings settings) {
    try {
      Path file = Files.createTempFile("amoeba-limits-", ".yaml");
      Files.writeString(file, limitsYaml(settings.limits()));
      return file;
    } catch (IOException e) {
      throw new ContainerException("The limits cannot be written to a file: " + e, e);
    }
  }

  static String limitsYaml(Map<String, Limits> limits) throws JsonProcessingException {
    Map<String, Object> services = new TreeMap<>();
    limits.forEach((service, limit) -> services.put(service, limit.composeKeys()));
    return YAML.writeValueAsString(Map.of("services", services));
  }

  private String compose(List<String> words, Duration patience) {
    List<String> all =
        new ArrayList<>(List.of("-p", settings.project(), "-f", settings.composeFile().toString()));
    settings.changes().forEach(changes -> all.addAll(List.of("-f", changes.toString())));
    if (limitsFile != null) {
      all.addAll(List.of("-f", limitsFile.toString()));
    }
    all.addAll(words);
    return engine.compose(all, settings.variables(), patience);
  }

  /**
   * Waits until all services with a health check are healthy, and the ending ones have succeeded.
   *
   * @param ending services that end when their work is done
   * @param progress receives the names of the services that are not ready, whenever they change
   */
  public void awaitHealthy(List<String> ending, Duration patience, Consumer<String> progress) {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    String reported = "";
    while (true) {
      Map<String, String> waiting = waiting(ending);
      if (waiting.isEmpty()) {
        return;
      }
      String now = String.join(", ", waiting.keySet());
      if (!now.equals(reported)) {
        progress.accept(now);
        reported = now;
      }
      if (System.nanoTime() > deadlineNanos) {
        throw new ContainerException(
            "Not ready after %d s: %s".formatted(patience.toSeconds(), waiting));
      }
      sleep();
    }
  }

  private Map<String, String> waiting(List<String> ending) {
    Map<String, String> waiting = new LinkedHashMap<>();
    for (Container container : containers()) {
      String state = container.state();
      boolean ends = ending.contains(container.service());
      if (state.equals("exited")) {
        if (!ends || container.exitCode() != 0) {
          throw new ContainerException(ended(container));
        }
      } else if (ends || !state.equals("running")) {
        waiting.put(container.service(), state);
      } else {
        String health = container.health();
        if (!health.isEmpty() && !health.equals("healthy")) {
          waiting.put(container.service(), health);
        }
      }
    }
    return waiting;
  }

  private static String ended(Container container) {
    return "%s %s. The last lines of its log:%n%s"
        .formatted(container, container.ending(), container.logTail(TAIL_LINES));
  }

  /**
   * Throws if a service has ended unexpectedly. One call of the engine, cheap enough for use during
   * measurements.
   *
   * @param ending services that end when their work is done
   */
  public void requireRunning(List<String> ending) {
    String services =
        list(
            "{{.Label \"com.docker.compose.service\"}}",
            "--filter=label=com.docker.compose.oneoff=False",
            "--filter=status=exited");
    for (String service : services.lines().toList()) {
      if (!ending.contains(service)) {
        throw new ContainerException(ended(container(service)));
      }
    }
  }

  private String list(String format, String... words) {
    String ofThis = "--filter=label=com.docker.compose.project=" + settings.project();
    return engine.docker(List.of("ps", "-a", "--format", format, ofThis), words);
  }

  private static void sleep() {
    try {
      Thread.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ContainerException("interrupted while containers started", e);
    }
  }

  /** All containers, by service. */
  public List<Container> containers() {
    List<Container> containers = new ArrayList<>();
    String lines = list("{{.ID}} {{.Label \"com.docker.compose.service\"}}", "--no-trunc");
    for (String line : lines.lines().sorted().toList()) {
      int space = line.indexOf(' ');
      containers.add(new Container(engine, line.substring(space + 1), line.substring(0, space)));
    }
    return containers;
  }

  /** The container of a service with only one. */
  public Container container(String service) {
    return containers().stream()
        .filter(container -> container.service().equals(service))
        .findFirst()
        .orElseThrow(
            () ->
                new ContainerException(
                    "The stack %s has no container of service %s"
                        .formatted(settings.project(), service)));
  }

  /** Runs a service once with other words, in the background. */
  public Container run(String service, List<String> words) {
    String name = settings.project() + "-" + service + "-" + Long.toHexString(System.nanoTime());
    List<String> all = new ArrayList<>(List.of("run", "-d", "--no-deps", "--name", name, service));
    all.addAll(words);
    compose(all, UP);
    return new Container(engine, service, name);
  }

  /** Starts more services of the compose file, without those that they depend on. */
  public void startMore(List<String> services) {
    List<String> words = new ArrayList<>(List.of("up", "-d", "--no-build", "--no-deps"));
    words.addAll(services);
    compose(words, UP);
  }

  /** A port's address on this machine, such as {@code 127.0.0.1:49153}. */
  public String publishedAddress(String service, int port) {
    String addresses = engine.docker("port", container(service).id(), Integer.toString(port));
    return addresses.lines().findFirst().orElse("").strip();
  }

  /** The operating system's name of a network's bridge. */
  public String bridge(String network) {
    String id =
        engine
            .docker("network", "inspect", "--format", "{{.Id}}", settings.project() + "_" + network)
            .strip();
    return "br-" + id.substring(0, Math.min(12, id.length()));
  }

  public String project() {
    return settings.project();
  }

  /** Option of {@code docker run} for a container that is removed with the stack. */
  public String label() {
    return guardian.label();
  }

  /** Writes the log of every container to a file of the folder. */
  public void saveLogs(Path folder) {
    try {
      Files.createDirectories(folder);
      Map<String, Integer> ofService = new HashMap<>();
      for (Container container : containers()) {
        int number = ofService.merge(container.service(), 1, Integer::sum);
        String suffix = number == 1 ? "" : "-" + number;
        Files.writeString(
            folder.resolve(container.service() + suffix + ".log"),
            container.logTail(Integer.MAX_VALUE));
      }
    } catch (IOException e) {
      throw new ContainerException("Logs cannot be written to %s: %s".formatted(folder, e), e);
    }
  }

  @Override
  public void close() {
    try {
      if (limitsFile != null) {
        Files.deleteIfExists(limitsFile);
      }
    } catch (IOException e) {
      throw new ContainerException(limitsFile + " cannot be deleted: " + e, e);
    } finally {
      guardian.close();
    }
  }
}
