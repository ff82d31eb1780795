package io.amoeba.coordinator.flink;

import java.io.IOException;

/** Flink's REST interface does not know what was asked for. */
final class NotFoundException extends IOException {

  private static final long serialVersionUID = 1L;

  NotFoundException(String message) {
    super(message);
  }
}
