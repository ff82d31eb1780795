package io.amoeba.coordinator.command;

import java.time.Instant;
import java.util.Optional;

/**
 * Port to where the command that runs is noted: it goes on when its coordinator is killed. Confined
 * to one thread.
 */
public interface CommandJournal {

  /**
   * A command's process on the machine of who has begun it. Immutable.
   *
   * @param began as the machine tells it, since a number is given again
   */
  record Begun(long pid, Instant began) {}

  /** What has begun and of whose end nobody has heard. */
  Optional<Begun> open();

  /**
   * Returns when that is on the disk.
   *
   * @throws java.io.UncheckedIOException if it cannot be
   */
  void begin(Begun command);

  /** It has ended. */
  void end();
}
