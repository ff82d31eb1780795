package io.amoeba.coordinator.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A header of each request to Flink, for what stands before it and wants to know who asks. Exactly
 * one of value and file is there. Immutable.
 */
public record RequestHeader(String name, Optional<String> value, Optional<Path> valueFile) {

  /**
   * Read again for every request, so that a changed secret needs no restart.
   *
   * @throws UncheckedIOException if the file cannot be read
   */
  public String current() {
    return value.orElseGet(
        () -> {
          Path file = valueFile.orElseThrow();
          try {
            return Files.readString(file).strip();
          } catch (IOException e) {
            throw new UncheckedIOException("header file " + file + " could not be read", e);
          }
        });
  }
}
