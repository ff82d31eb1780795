package io.amoeba.coordinator.execute.moves;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Outlives movers, not the test. */
final class InMemoryJournal implements MoveJournal {

  private Optional<OpenHashSlots> open = Optional.empty();
  private boolean full;

  void fillDisk() {
    full = true;
  }

  @Override
  public Optional<OpenHashSlots> open() {
    return open;
  }

  @Override
  public void begin(OpenHashSlots move) {
    if (full) {
      throw new UncheckedIOException("could not be written", new IOException("disk full"));
    }
    open = Optional.of(move);
  }

  @Override
  public void end() {
    open = Optional.empty();
  }
}
