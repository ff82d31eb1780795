package io.amoeba.coordinator.state;

import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanStore;
import io.amoeba.coordinator.lease.Leadership;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Keeps plans in a file, replaced as a whole. Not safe for concurrent use: the board of plans
 * locks.
 */
public final class PlanFile implements PlanStore {

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
    return file.load(PlanFileJson::read).orElse(PlanBook.EMPTY);
  }

  /** The same for somebody who only looks on: the file stays as it is. */
  public PlanBook look() {
    return file.read(PlanFileJson::read).orElse(PlanBook.EMPTY);
  }

  @Override
  public void save(PlanBook book) {
    leadership.require();
    try {
      file.write(PlanFileJson.write(book));
    } catch (IOException e) {
      throw new UncheckedIOException("plan file " + path + " could not be written: " + e, e);
    }
    leadership.confirm(); // whoever leads now may have read the plans before
  }
}
