package io.amoeba.experiments.alignment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The configuration of the compose file's coordinator with longer ticks: answering its polls is
 * work for the JobManager, which shares the machine with the nodes that are measured. Closing
 * removes its file.
 */
record SlowPollingConfig(Path file) implements AutoCloseable {
  private static final String INTERVAL = "3s";
  private static final ObjectMapper YAML = new YAMLMapper();

  /**
   * Writes the file.
   *
   * @param dockerFolder with the compose file
   */
  static SlowPollingConfig of(Path dockerFolder) {
    try {
      ObjectNode config =
          (ObjectNode) YAML.readTree(dockerFolder.resolve("amoeba/coordinator.yaml").toFile());
      config.put("interval", INTERVAL);
      Path file = Files.createTempFile("coordinator-", ".yaml");
      YAML.writeValue(file.toFile(), config);
      // Readable for the coordinator's user in the container.
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      return new SlowPollingConfig(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
