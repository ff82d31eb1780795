package io.amoeba.coordinator.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanStore;
import io.amoeba.coordinator.lease.Leadership;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Keeps plans in a file, replaced as a whole: the records as Jackson binds them. Not safe for
 * concurrent use: the board of plans locks.
 */
public final class PlanFile implements PlanStore {

  private static final int FORMAT = 1;

  private final Path path;
  private final CheckedFile file;
  private final Leadership leadership;

  /** A file that need not exist yet. */
  public PlanFile(Path file, Leadership leadership) {
    this.path = file;
    this.file =
        new CheckedFile(
            "plan file", file, "Move it away; the coordinator then starts without plans.");
    this.leadership = leadership;
  }

  @Override
  public PlanBook load() {
    return file.load(PlanFile::read).orElse(PlanBook.EMPTY);
  }

  /** The same for somebody who only looks on: the file stays as it is. */
  public PlanBook look() {
    return file.read(PlanFile::read).orElse(PlanBook.EMPTY);
  }

  @Override
  public void save(PlanBook book) {
    leadership.require();
    try {
      ObjectNode fields = CheckedFile.document(FORMAT);
      fields.setAll((ObjectNode) PlanBinding.MAPPER.valueToTree(book));
      file.write(fields);
    } catch (IOException e) {
      throw new UncheckedIOException("plan file " + path + " could not be written: " + e, e);
    }
    leadership.confirm(); // whoever leads now may have read the plans before
  }

  private static PlanBook read(JsonNode fields) {
    CheckedFile.require(FORMAT, fields);
    ObjectNode book = fields.deepCopy();
    book.remove(CheckedFile.FORMAT);
    try {
      return PlanBinding.MAPPER.treeToValue(book, PlanBook.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }
}
