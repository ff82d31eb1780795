package io.amoeba.coordinator.changes.parallelism;

import io.amoeba.coordinator.yaml.YamlSection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether and how the job gets more subtasks. Immutable.
 *
 * @param method empty: it does not
 * @param program what is started again; empty unless it is stopped
 * @param startTimeout until all subtasks run with the new parallelism
 * @param forbiddenNodes by name: their free task slots do not count, and nothing of the store goes
 *     there for the job
 */
public record RescaleSettings(
    Optional<RescaleWay> method,
    Optional<Program> program,
    Duration startTimeout,
    Set<String> forbiddenNodes) {

  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

  /** The job keeps its parallelism, and may be anywhere. */
  public static final RescaleSettings NONE =
      new RescaleSettings(Optional.empty(), Optional.empty(), START_TIMEOUT, Set.of());

  private static final List<String> OF_PROGRAM =
      List.of("jar", "entryClass", "arguments", "configuration", "savepoints");

  public RescaleSettings {
    forbiddenNodes = Set.copyOf(forbiddenNodes);
  }

  /** Whether the job is stopped and started again. */
  public boolean bySavepoint() {
    return method.filter(RescaleWay.SAVEPOINT::equals).isPresent();
  }

  /** Whether Flink is to do it with the running job. */
  public boolean inPlace() {
    return method.filter(RescaleWay.IN_PLACE::equals).isPresent();
  }

  /**
   * The job's program, as Flink's REST interface takes it. Immutable.
   *
   * @param entryClass empty: the one of the jar's manifest
   * @param configuration Flink's settings of the job itself
   * @param savepoints folder that Flink writes to, as a URI
   */
  public record Program(
      Path jar,
      Optional<String> entryClass,
      List<String> arguments,
      Map<String, String> configuration,
      String savepoints) {
    public Program {
      arguments = List.copyOf(arguments);
      configuration = Map.copyOf(configuration);
    }
  }

  /** Reads the section about it. */
  public static RescaleSettings read(YamlSection section) {
    String text =
        section.oneOf(
            "method",
            List.of("none", RescaleWay.SAVEPOINT.text(), RescaleWay.IN_PLACE.text()),
            "none",
            "savepoint stops the job and starts plans.rescale.jar again; in-place needs Flink's"
                + " adaptive scheduler.");
    Optional<RescaleWay> method =
        text.equals("none") ? Optional.empty() : Optional.of(RescaleWay.of(text));
    boolean starts = method.filter(RescaleWay.SAVEPOINT::equals).isPresent();
    RescaleSettings settings =
        new RescaleSettings(
            method,
            starts ? Optional.of(program(section)) : Optional.empty(),
            section.duration(
                "startTimeout", Duration.ofSeconds(5), Duration.ofHours(1), START_TIMEOUT),
            Set.copyOf(section.texts("forbiddenNodes")));
    for (String key : OF_PROGRAM) {
      if (section.has(key) && !starts) {
        section.problem(
            key,
            "given, but method is '" + text + "'",
            "given with method: savepoint alone",
            "Set plans.rescale.method to savepoint, or remove the key.");
      }
    }
    section.refuseUnknownKeys();
    return settings;
  }

  private static Program program(YamlSection section) {
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
    return new Program(
        jar.orElse(Path.of("")),
        section.text("entryClass"),
        section.texts("arguments"),
        section.values("configuration"),
        savepoints);
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
