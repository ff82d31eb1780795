package io.amoeba.coordinator.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where a secret is, without the white space around it; as a text, it says only that. */
public sealed interface Secret {

  /** The secret as it is now. */
  String current() throws IOException;

  /** The file that holds it. */
  Optional<Path> file();

  /** A secret in a file, which is read again each time. Immutable. */
  record InFile(Path path) implements Secret {
    @Override
    public String current() throws IOException {
      return Files.readString(path).strip();
    }

    @Override
    public Optional<Path> file() {
      return Optional.of(path);
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }

  /** A secret in an environment variable, which stays as it was at the start. Immutable. */
  record InVariable(String name, String value) implements Secret {
    @Override
    public String current() {
      return value;
    }

    @Override
    public Optional<Path> file() {
      return Optional.empty();
    }

    @Override
    public String toString() {
      return "environment variable " + name;
    }
  }
}
