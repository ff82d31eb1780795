package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanStore;
import io.amoeba.coordinator.lease.Leadership;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;

/**
 * Keeps plans in a file, replaced as a whole. Not safe for concurrent use: the board of plans
 * locks.
 */
public final class PlanFile implements PlanStore {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final Leadership leadership;

  /** A file that need not exist yet. */
  public PlanFile(Path file, Leadership leadership) {
    this.file = file;
    this.leadership = leadership;
  }

  @Override
  public PlanBook load() {
    if (!Files.exists(file)) {
      return PlanBook.EMPTY;
    }
    try {
      return PlanFileJson.read(JSON.readTree(Files.readAllBytes(file)));
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      throw new IllegalStateException(
          "plan file "
              + file
              + " cannot be read: "
              + e.getMessage()
              + ". Move it away; the coordinator then begins without plans.",
          e);
    }
  }

  @Override
  public void save(PlanBook book) {
    leadership.require();
    try {
      ReplacedFile.write(file, JSON.writeValueAsBytes(PlanFileJson.write(book)));
      ReplacedFile.forceFolder(file);
    } catch (IOException e) {
      throw new UncheckedIOException("plan file " + file + " could not be written: " + e, e);
    }
    leadership.require(); // whoever leads now may have read the plans before
  }
}
