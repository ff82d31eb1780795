package io.amoeba.coordinator.execute.moves;

import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Port to what outlives the coordinator: the hash slots whose move has begun. Confined to one
 * thread.
 */
public interface MoveJournal {

  /**
   * The move that has begun and not ended.
   *
   * @throws IllegalStateException if it cannot be read; the message has the remedy
   */
  Optional<OpenHashSlots> open();

  /**
   * Keeps a move, instead of the one that was kept; durable on return.
   *
   * @throws UncheckedIOException if it cannot be kept; the move must then not begin
   */
  void begin(OpenHashSlots move);

  /**
   * Forgets the move. It may come back after a loss of power; recovery then finds it closed.
   *
   * @throws UncheckedIOException if it cannot be forgotten
   */
  void end();
}
