package io.amoeba.coordinator.yaml;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What sections of one file share: where it is read, and what was found in it. Confined to the
 * reading thread.
 *
 * @param directory below which relative paths are
 * @param problems in the order in which they were found
 * @param settings that were asked for, by key
 * @param secretVariables names of those variables that were read as secrets
 * @param secretFiles files that were read as secrets
 */
public record ConfigContext(
    Path directory,
    Map<String, String> environment,
    List<ConfigProblem> problems,
    Map<String, Setting> settings,
    Set<String> secretVariables,
    Set<Path> secretFiles) {

  /** One in which nothing was found so far. */
  public ConfigContext(Path directory, Map<String, String> environment) {
    this(
        directory,
        environment,
        new ArrayList<>(),
        new TreeMap<>(),
        new TreeSet<>(),
        new TreeSet<>());
  }
}
