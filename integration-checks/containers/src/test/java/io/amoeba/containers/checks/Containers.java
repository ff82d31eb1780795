package io.amoeba.containers.checks;

import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.engine.Images;
import io.amoeba.containers.stack.Limits;
import io.amoeba.containers.stack.Stack;
import io.amoeba.containers.stack.StackSettings;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What all checks need: the engine, built images, and small stacks. */
final class Containers {
  private static final Engine ENGINE = Engine.find();
  private static final Images IMAGES =
      new Images(ENGINE, Path.of(System.getProperty("amoeba.docker")).toAbsolutePath().normalize());
  private static boolean built;

  private Containers() {}

  static Engine engine() {
    return ENGINE;
  }

  /** The images, of what this build has packaged. */
  static synchronized Images images() {
    if (!built) {
      IMAGES.build();
      built = true;
    }
    return IMAGES;
  }

  static Path logs() {
    return Path.of(System.getProperty("amoeba.container.logs"));
  }

  /** Two Redis servers, {@code left} and {@code right}, on the network {@code links}. */
  static Stack twoRedis(String project, Map<String, Limits> limits) {
    StackSettings settings =
        new StackSettings(
            composeFile(), project, List.of("left", "right"), images().variables(), limits);
    Stack stack = Stack.start(ENGINE, settings);
    stack.awaitHealthy(List.of(), Duration.ofMinutes(1), waiting -> {});
    return stack;
  }

  private static Path composeFile() {
    try {
      return Path.of(Containers.class.getResource("/two-redis.yaml").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What is left of a stack: containers, networks, volumes. */
  static String remains(String project) {
    String label = "label=com.docker.compose.project=" + project;
    return ENGINE.docker("ps", "-aq", "--filter", label)
        + ENGINE.docker("ps", "-aq", "--filter", "label=io.amoeba.stack=" + project)
        + ENGINE.docker("network", "ls", "-q", "--filter", label)
        + ENGINE.docker("volume", "ls", "-q", "--filter", label);
  }
}
