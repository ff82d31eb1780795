package io.amoeba.coordinator.execute.rescale;

/** It cannot go on now; it is tried again. The message is an alarm: what to do by hand. */
final class RescaleStuck extends Exception {

  /** So begins the message if the job does not run. */
  static final String ALARM = "ALARM: ";

  private static final long serialVersionUID = 1L;

  RescaleStuck(String message) {
    super(message);
  }
}
