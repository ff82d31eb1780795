package io.amoeba.coordinator.http;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/** Says which Chromium the page's tests use: a given one, or one on the PATH. Never loads one. */
final class ChromiumProgram {

  /** System property with the program; before the variable. */
  static final String PROPERTY = "amoeba.test.chromium";

  /** Environment variable with the program. */
  static final String VARIABLE = "AMOEBA_TEST_CHROMIUM";

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final String REMEDY =
      "install it (Debian: apt-get install chromium) or name the program in the environment"
          + " variable "
          + VARIABLE
          + " or by -D"
          + PROPERTY
          + "=…";

  private ChromiumProgram() {}

  /**
   * The program.
   *
   * @throws TestAbortedException if there is none, so that tests are skipped
   * @throws IllegalStateException if the given one is none, or there is none in CI (CI=true)
   */
  static Path find(Map<String, String> environment, Optional<String> property) {
    Optional<String> given =
        property.or(() -> Optional.ofNullable(environment.get(VARIABLE))).filter(p -> !p.isBlank());
    if (given.isPresent()) {
      Path program = Path.of(given.get());
      if (!isProgram(program)) {
        throw new IllegalStateException(
            "The given Chromium '" + program + "' is no program that can be run: " + REMEDY);
      }
      return program;
    }
    return onPath(environment).orElseThrow(() -> missing(environment));
  }

  private static Optional<Path> onPath(Map<String, String> environment) {
    List<Path> folders =
        Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
            .filter(folder -> !folder.isEmpty())
            .map(Path::of)
            .toList();
    return NAMES.stream()
        .flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
        .filter(ChromiumProgram::isProgram)
        .findFirst();
  }

  private static boolean isProgram(Path path) {
    return Files.isRegularFile(path) && Files.isExecutable(path);
  }

  private static RuntimeException missing(Map<String, String> environment) {
    return "true".equals(environment.get("CI"))
        ? new IllegalStateException(
            "The tests of the page must run in CI, and there is no Chromium: " + REMEDY)
        : new TestAbortedException(
            "The tests of the page are skipped, because there is no Chromium: " + REMEDY);
  }
}
