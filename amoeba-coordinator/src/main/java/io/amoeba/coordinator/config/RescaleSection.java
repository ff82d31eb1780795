package io.amoeba.coordinator.config;

import io.amoeba.coordinator.plan.RescaleWay;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the section about rescaling the job. Stateless. */
final class RescaleSection {

  private static final int HOUR_MILLIS = 3_600_000;
  private static final List<String> OF_PROGRAM =
      List.of("jar", "entryClass", "arguments", "configuration", "savepoints");

  private RescaleSection() {}

  static RescaleSettings read(ConfigSection section) {
    String text = section.text("way").orElse("none");
    Optional<RescaleWay> way = Optional.empty();
    if (!text.equals("none")) {
      try {
        way = Optional.of(RescaleWay.of(text));
      } catch (IllegalArgumentException e) {
        section.problem(
            "way",
            "'" + text + "'",
            "none, savepoint or in-place",
            "savepoint stops the job and starts plans.rescale.jar again; in-place needs Flink's"
                + " adaptive scheduler.");
      }
    }
    boolean starts = way.filter(RescaleWay.SAVEPOINT::equals).isPresent();
    RescaleSettings settings =
        new RescaleSettings(
            way,
            starts ? program(section) : Optional.empty(),
            limit(section),
            Set.copyOf(section.texts("forbiddenNodes")));
    for (String key : OF_PROGRAM) {
      if (section.has(key) && !starts) {
        section.problem(
            key,
            "given, but way is '" + text + "'",
            "given with way: savepoint alone",
            "Set plans.rescale.way to savepoint, or remove the key.");
      }
    }
    section.refuseUnknownKeys();
    return settings;
  }

  private static Duration limit(ConfigSection section) {
    return section.millis("startMillis", 5_000, HOUR_MILLIS, 120_000);
  }

  private static Optional<RescaleSettings.Program> program(ConfigSection section) {
    if (!section.has("jar")) {
      section.problem(
          "jar", "missing", "the job's jar", "The coordinator starts the stopped job from it.");
    }
    Optional<Path> jar =
        section.file("jar", "Copy the job's jar to where the coordinator can read it.");
    String savepoints =
        section.required(
            "savepoints",
            "a folder as a URI, such as hdfs:///flink/savepoints",
            "JobManager and TaskManagers must be able to write there.");
    if (hasPassword(savepoints)) {
      section.problem(
          "savepoints",
          "an address with a password",
          "a folder as a URI without a login",
          "Flink's own configuration says how it reaches that file system.");
    } else if (!savepoints.isEmpty() && !hasScheme(savepoints)) {
      section.problem(
          "savepoints",
          "'" + savepoints + "'",
          "a folder as a URI, such as hdfs:///flink/savepoints",
          "Write file:///… for a folder that all machines share.");
    }
    RescaleSettings.Program program =
        new RescaleSettings.Program(
            jar.orElse(Path.of("")),
            section.text("entryClass"),
            section.texts("arguments"),
            section.values("configuration"),
            savepoints);
    return Optional.of(program);
  }

  /** Some file systems have a name before the {@code @}: abfss://container@account/. */
  private static boolean hasPassword(String text) {
    int begin = text.indexOf("://");
    int at = text.indexOf('@');
    return begin >= 0 && at > begin && text.substring(begin + 3, at).indexOf(':') >= 0;
  }

  private static boolean hasScheme(String text) {
    try {
      return new URI(text).getScheme() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
