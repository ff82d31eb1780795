package io.amoeba.experiments.cli;

import java.nio.file.Path;

/** Folders that the launcher names by system properties. Stateless. */
final class SourceFolders {
  private SourceFolders() {}

  /** The folder {@code docker} of the source tree. */
  static Path docker() {
    return Path.of(System.getProperty("amoeba.docker", "docker")).toAbsolutePath();
  }

  /** The folder that holds what is put into images. */
  static Path distribution() {
    return Path.of(System.getProperty("amoeba.dist", "."));
  }
}
