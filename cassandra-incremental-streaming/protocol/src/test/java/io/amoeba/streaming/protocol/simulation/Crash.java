package io.amoeba.streaming.protocol.simulation;

/** A process is killed inside a call of a port. */
final class Crash extends RuntimeException {

  private static final long serialVersionUID = 1L;

  Crash() {
    super("killed", null, false, false);
  }
}
