package io.amoeba.embedded.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The temporary folder for everything that the servers write. {@link #close()} deletes it unless it
 * is kept, or all but its logs after {@link #keepLogs()}. Uses nothing but the JDK, as the guardian
 * must. Safe for concurrent use.
 */
public final class RunFolder implements AutoCloseable {
  private static final String LOGS = "logs";

  private final Path path;
  private final boolean keep;
  private volatile boolean keepLogs;

  private RunFolder(Path path, boolean keep) {
    this.path = path;
    this.keep = keep;
  }

  /** Creates a new folder in {@code parent}, which need not exist. */
  public static RunFolder create(Path parent, boolean keep) {
    try {
      Files.createDirectories(parent);
      Path path = Files.createTempDirectory(parent.toAbsolutePath(), "amoeba-run-");
      Files.createDirectory(path.resolve(LOGS));
      return new RunFolder(path, keep);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot create a run folder in " + parent + ": choose a folder that can be written", e);
    }
  }

  public Path path() {
    return path;
  }

  public boolean isKept() {
    return keep;
  }

  public Path subfolder(String name) {
    try {
      return Files.createDirectories(path.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot create " + path.resolve(name), e);
    }
  }

  Path logFile(String server) {
    return path.resolve(LOGS).resolve(server + ".log");
  }

  /** Keeps the logs when the folder is closed: a message refers to them. */
  public void keepLogs() {
    keepLogs = true;
  }

  @Override
  public void close() {
    if (keep) {
      return;
    }
    try {
      if (!keepLogs) {
        delete(path);
        return;
      }
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
        for (Path entry : entries) {
          if (!entry.endsWith(LOGS)) {
            delete(entry);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot delete the run folder " + path + ": delete it by hand", e);
    }
  }

  /**
   * Deletes a file, or a folder with its content; what vanishes meanwhile or is missing is fine.
   */
  public static void delete(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
        for (Path entry : entries) {
          delete(entry);
        }
      } catch (NoSuchFileException e) {
        return;
      }
    }
    Files.deleteIfExists(path);
  }
}
