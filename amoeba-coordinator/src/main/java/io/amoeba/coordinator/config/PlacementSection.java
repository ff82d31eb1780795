package io.amoeba.coordinator.config;

import io.amoeba.partitioner.signature.PlacementSecret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the section about the placement protocol. Stateless. */
final class PlacementSection {

  private static final String SECRET = "secretFile";
  private static final String ALLOWED =
      "a file for the coordinator's user or group alone, with a random text of "
          + PlacementSecret.LEAST_CHARACTERS
          + " characters or more";

  private PlacementSection() {}

  static Optional<PlacementSecret> read(ConfigSection section) {
    Optional<PlacementSecret> secret =
        section
            .file(SECRET, "Put a random text into it: openssl rand -hex 32.")
            .flatMap(file -> secret(section, file));
    section.refuseUnknownKeys();
    return secret;
  }

  private static Optional<PlacementSecret> secret(ConfigSection section, Path file) {
    try {
      return Optional.of(PlacementSecret.read(file));
    } catch (IllegalArgumentException e) {
      section.problem(SECRET, "'" + file + "'", ALLOWED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      section.problem(SECRET, "'" + file + "'", ALLOWED, "It could not be read: " + e + ".");
    }
    return Optional.empty();
  }
}
