package io.amoeba.containers.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The project's images and the bases under them. Immutable.
 *
 * @param dockerFolder the folder {@code docker} of the source tree
 */
public record Images(Engine engine, Path dockerFolder) {
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  /** Builds missing and outdated images from the packaged distribution. */
  public void build() {
    engine.program(
        List.of(dockerFolder.resolve("build-images.sh").toString(), "--packaged"),
        Map.of(),
        PATIENCE);
  }

  /**
   * The compose file's variables for bases built on this machine; empty without any, and the
   * compose file's defaults apply.
   */
  public Map<String, String> variables() {
    Map<String, String> local = localBases();
    String flink = local.get("FLINK_BASE");
    return flink != null && engine.hasImage(flink) ? local : Map.of();
  }

  private Map<String, String> localBases() {
    Path file = dockerFolder.resolve("local-bases").resolve("images.env");
    Map<String, String> variables = new HashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        int equals = line.indexOf('=');
        if (equals > 0 && !line.startsWith("#")) {
          variables.put(line.substring(0, equals), line.substring(equals + 1));
        }
      }
    } catch (IOException e) {
      throw new ContainerException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
    return Map.copyOf(variables);
  }
}
