package io.amoeba.coordinator.config;

import io.amoeba.coordinator.yaml.YamlSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where a secret is, without the white space around it; as a text, it says only that. */
public sealed interface Secret {

  /** What a key of a file with a secret ends with. */
  String FILE = "File";

  /** What a key of an environment variable with a secret ends with. */
  String VARIABLE = "Env";

  /** Whether either key of {@link #read} is there. */
  static boolean isIn(YamlSection section, String key) {
    boolean inFile = section.has(key + FILE);
    return section.has(key + VARIABLE) || inFile;
  }

  /**
   * A secret in a file or an environment variable, by the keys {@code …File} and {@code …Env}; no
   * error says what is written for the latter, since somebody may have written the secret itself.
   */
  static Optional<Secret> read(YamlSection section, String key, String remedy) {
    Optional<Secret> inFile = section.file(key + FILE, remedy).map(InFile::new);
    Optional<Secret> inVariable =
        section.text(key + VARIABLE).flatMap(name -> variable(section, key, name));
    if (section.has(key + FILE) && section.has(key + VARIABLE)) {
      section.problem(
          key + VARIABLE,
          "beside " + key + FILE,
          "one of the two",
          "Remove either " + key + VARIABLE + " or " + key + FILE + ".");
      return Optional.empty();
    }
    inFile.flatMap(Secret::file).ifPresent(section.context().secretFiles()::add);
    return inFile.or(() -> inVariable);
  }

  private static Optional<Secret> variable(YamlSection section, String key, String name) {
    String value = section.context().environment().getOrDefault(name, "").strip();
    section.context().secretVariables().add(name);
    if (value.isEmpty()) {
      section.problem(
          key + VARIABLE,
          "a variable that is not set, or is empty",
          "the name of an environment variable of the coordinator that holds the secret",
          "Set it where the coordinator is started, or use " + key + FILE + ".");
      return Optional.empty();
    }
    return Optional.of(new InVariable(name, value));
  }

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
