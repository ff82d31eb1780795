package io.amoeba.coordinator.execute.rescale;

import java.util.Optional;

/** Keeps what has begun, so that whoever comes later ends it. Confined to one thread. */
public interface RescaleJournal {

  /**
   * What has begun and not ended.
   *
   * @throws IllegalStateException if it cannot be read
   */
  Optional<OpenRescale> open();

  /**
   * Notes how far it has come; returns when that is durable.
   *
   * @throws java.io.UncheckedIOException if it cannot be
   */
  void write(OpenRescale rescale);

  /** It has ended. */
  void end();
}
