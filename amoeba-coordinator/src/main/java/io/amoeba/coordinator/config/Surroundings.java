package io.amoeba.coordinator.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Where a configuration is read: relative paths are below the directory. Confined to the reading
 * thread.
 *
 * @param secretVariables names of those variables that were read as secrets
 * @param secretFiles files that were read as secrets
 */
record Surroundings(
    Path directory,
    Map<String, String> environment,
    SortedSet<String> secretVariables,
    SortedSet<Path> secretFiles) {

  Surroundings(Path directory, Map<String, String> environment) {
    this(directory, environment, new TreeSet<>(), new TreeSet<>());
  }
}
