package io.amoeba.coordinator.execute.moves;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Port to what outlives the coordinator: the move that has begun. Confined to one thread. */
public interface MoveJournal {

  /** Keeps nothing, so that no move can begin. */
  MoveJournal NONE =
      new MoveJournal() {
        @Override
        public Optional<OpenHashSlot> open() {
          return Optional.empty();
        }

        @Override
        public void begin(OpenHashSlot move) {
          throw new UncheckedIOException(
              "hash slots are not moved without a journal: set plans.file",
              new IOException("there is no journal"));
        }

        @Override
        public void end() {}
      };

  /**
   * The move that has begun and not ended.
   *
   * @throws IllegalStateException if it cannot be read; the message has the remedy
   */
  Optional<OpenHashSlot> open();

  /**
   * Keeps a move, instead of the one that was kept; durable on return.
   *
   * @throws UncheckedIOException if it cannot be kept; the move must then not begin
   */
  void begin(OpenHashSlot move);

  /**
   * Forgets the move. It may come back after a loss of power; recovery then finds it closed.
   *
   * @throws UncheckedIOException if it cannot be forgotten
   */
  void end();
}
