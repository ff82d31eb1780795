package io.amoeba.streaming.ring;

import io.amoeba.streaming.protocol.MalformedTextException;
import io.amoeba.streaming.protocol.OtherVersionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A line of text on disk that is replaced whole or not at all. Confined to one thread at a time.
 */
public final class DurableFile {

  private final Path path;
  private final Path folder;

  public DurableFile(Path path) {
    this.path = path;
    this.folder = folderOf(path);
  }

  private static Path folderOf(Path path) {
    return Objects.requireNonNull(path.toAbsolutePath().getParent());
  }

  /** Returns after the text has reached the disk under its name. */
  public void write(String text) {
    Path next = path.resolveSibling(path.getFileName() + ".next");
    try {
      makeFolder();
      // A new file: a link in its place would lead to a file of an attacker's choice.
      Files.deleteIfExists(next);
      try (FileChannel channel =
          FileChannel.open(next, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      force(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot write " + path + "; is its disk full or read-only?", e);
    }
  }

  public Optional<String> read() {
    try {
      return Optional.of(Files.readString(path));
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + path, e);
    }
  }

  /**
   * What a codec reads in the text.
   *
   * @param remedy what to do about a damaged file, as a sentence
   * @throws IllegalStateException if it is damaged, or of another release; the message names file
   *     and remedy
   */
  public <T> Optional<T> read(Function<String, T> codec, String remedy) {
    try {
      return read().map(codec);
    } catch (OtherVersionException e) {
      throw new IllegalStateException(
          path
              + " was written by another release of the agent: "
              + e.getMessage()
              + ". Nothing is damaged: start this node with the release that it ran before.",
          e);
    } catch (MalformedTextException e) {
      throw new IllegalStateException(path + " is damaged: " + e.getMessage() + ". " + remedy, e);
    }
  }

  /** Returns after the disk has forgotten it. */
  public void delete() {
    try {
      if (Files.deleteIfExists(path)) {
        force(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + path, e);
    }
  }

  /** A folder that a loss of power takes away would take its files along. */
  private void makeFolder() throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
      force(folderOf(folder));
    }
  }

  private static void force(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
