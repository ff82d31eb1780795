package io.amoeba.coordinator.flink;

import java.io.IOException;

/** Flink's REST interface has answered with an error. */
final class RefusedException extends IOException {

  private static final long serialVersionUID = 1L;

  private final String why;

  /**
   * @param why in Flink's words, empty if it said nothing
   */
  RefusedException(String request, String why) {
    super(why.isEmpty() ? request : request + ": " + why);
    this.why = why.isEmpty() ? request : why;
  }

  String why() {
    return why;
  }
}
