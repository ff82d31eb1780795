package io.amoeba.experiments;

import java.nio.file.Path;

/** Folders that the launcher names by system properties. Stateless. */
public final class SourceFolders {
  private SourceFolders() {}

  /** The folder {@code docker} of the source tree. */
  public static Path docker() {
    return Path.of(System.getProperty("amoeba.docker", "docker")).toAbsolutePath();
  }

  /** The folder that holds what is put into images. */
  public static Path distribution() {
    return Path.of(System.getProperty("amoeba.dist", "."));
  }
}
