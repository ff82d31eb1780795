package io.amoeba.embedded.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The one temporary folder for everything that the servers write. {@link #close()} deletes it
 * unless it is to be kept, or all but its logs after {@link #keepLogs()}. Safe for concurrent use.
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

  /** Creates a new folder in {@code parent}, which is created if need be. */
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

  /** Creates the folder if it is missing. */
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

  /** Keeps the logs when the folder is closed, for a message that refers to them. */
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
        FolderTree.delete(path);
        return;
      }
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
        for (Path entry : entries) {
          if (!entry.endsWith(LOGS)) {
            FolderTree.delete(entry);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot delete the run folder " + path + ": delete it by hand", e);
    }
  }
}
