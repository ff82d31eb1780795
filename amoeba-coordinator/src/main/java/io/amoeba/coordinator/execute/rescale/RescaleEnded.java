package io.amoeba.coordinator.execute.rescale;

/** It has come to an end before its time; nothing is half done any more. */
final class RescaleEnded extends Exception {

  private static final long serialVersionUID = 1L;

  RescaleEnded(String message) {
    super(message);
  }
}
