package io.amoeba.coordinator.config;

import io.amoeba.partitioner.signature.PlacementSecret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the section about the placement protocol. Stateless. */
final class PlacementSection {

  private static final String SECRET = "secret";
  private static final String ALLOWED =
      "a random text of "
          + PlacementSecret.LEAST_CHARACTERS
          + " characters or more, in a file for the coordinator's user or group alone";

  private PlacementSection() {}

  static Optional<PlacementSecret> read(ConfigSection section) {
    Optional<PlacementSecret> secret =
        section
            .secret(SECRET, "Put a random text into it: openssl rand -hex 32.")
            .flatMap(found -> secret(section, found));
    section.refuseUnknownKeys();
    return secret;
  }

  private static Optional<PlacementSecret> secret(ConfigSection section, Secret secret) {
    String key = SECRET + (secret.file().isPresent() ? "File" : "Env");
    try {
      Optional<Path> file = secret.file();
      return Optional.of(
          file.isPresent()
              ? PlacementSecret.read(file.get())
              : PlacementSecret.of(secret.current()));
    } catch (IllegalArgumentException e) {
      section.problem(key, "'" + secret + "'", ALLOWED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      section.problem(key, "'" + secret + "'", ALLOWED, "It could not be read: " + e + ".");
    }
    return Optional.empty();
  }
}
