package io.amoeba.coordinator.lease;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Another coordinator leads, or may: this one does nothing any more. For what is under way that is
 * as if nothing could be written: it stops where it is, and whoever leads goes on from there.
 */
public final class NotLeading extends UncheckedIOException {

  private static final long serialVersionUID = 1L;

  NotLeading(long term) {
    super(new IOException("this coordinator led term %d and leads no more".formatted(term)));
  }
}
