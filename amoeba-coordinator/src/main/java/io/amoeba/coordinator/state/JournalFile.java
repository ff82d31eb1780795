package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.lease.Leadership;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * A JSON document that is durable while something has begun and not ended, and is no file
 * otherwise. Confined to one thread.
 */
final class JournalFile {

  private static final int FORMAT = 1;

  private final String name;
  private final Path file;
  private final Leadership leadership;

  /**
   * A file that need not exist yet; its folder must.
   *
   * @param name what messages call it
   */
  JournalFile(String name, Path file, Leadership leadership) {
    this.name = name;
    this.file = file;
    this.leadership = leadership;
  }

  /**
   * What has begun.
   *
   * @param reader throws IllegalArgumentException for a document that is not as it should be
   * @param remedy what to do by hand then
   * @throws IllegalStateException if the file cannot be read
   */
  <T> Optional<T> read(Function<JsonNode, T> reader, String remedy) {
    return new CheckedFile(name, file, remedy + ", and delete the file.")
        .load(
            node -> {
              CheckedFile.require(FORMAT, node);
              return reader.apply(node);
            });
  }

  /** A document without content. */
  static ObjectNode document() {
    return CheckedFile.document(FORMAT);
  }

  /**
   * Returns when the document is on the disk.
   *
   * @param consequence what does not happen if it cannot be
   */
  void write(ObjectNode document, String consequence) {
    leadership.require();
    try {
      new CheckedFile(name, file, "").write(document);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s %s could not be written, so %s: %s".formatted(name, file, consequence, e), e);
    }
    leadership.confirm(); // whoever leads now may have read the journal before
  }

  /** It has ended. */
  void delete() {
    leadership.require();
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("%s %s could not be deleted: %s".formatted(name, file, e), e);
    }
  }
}
